import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './SecretReveal.module.css';
import { Icon } from './Icon.tsx';

type SecretRevealProps = {
  secret: string;
  /** What it is, as the button says it: `key`, `client secret`. */
  what: string;
  /** False for a secret that can be revealed again. */
  is_shown_once?: boolean;
};

/** A secret, to be copied now. */
export function SecretReveal({ secret, what, is_shown_once = true }: SecretRevealProps) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <Stack gap="sm">
      {is_shown_once && (
        <Alert color="yellow" variant="light" icon={<Icon name="eye" />} p="sm">
          <Text size="sm">
            Copy this {what} now. It is shown this once; only its last four characters are kept.
          </Text>
        </Alert>
      )}
      <Group gap="xs" wrap="nowrap" className={classes['row']}>
        <Code className={classes['secret']}>{secret}</Code>
        <Button
          onClick={() => copy(secret)}
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
          className={classes['button']}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
    </Stack>
  );
}
