import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Code.layer.css';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './SecretReveal.module.css';
import { Icon } from './Icon.tsx';
import { t } from '../language/t.ts';

type SecretRevealProps = {
  secret: string;
  /** The kind of secret, as the button names it: `key`, `client secret`. */
  what: string;
  /** False for a secret that can be revealed again. */
  isShownOnce?: boolean;
};

/** A secret, to be copied now. */
export function SecretReveal({ secret, what, isShownOnce = true }: SecretRevealProps) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <Stack gap="sm">
      {isShownOnce && (
        <Alert color="yellow" variant="light" icon={<Icon name="eye" />} p="sm">
          <Text size="sm">
            {t('Copy this {what} now. It is not shown again.', {
              what,
            })}
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
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </Group>
    </Stack>
  );
}
