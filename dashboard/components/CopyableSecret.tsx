import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Code.layer.css';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { use } from 'react';
import { OnSecretCopiedContext } from './onSecretCopied.ts';
import classes from './CopyableSecret.module.css';
import { Icon } from './Icon.tsx';
import { t, type Label } from '../language/t.ts';

type CopyableSecretProps = {
  secret: string;
  /** The kind of secret as text of the button, such as `key` or `client secret`. */
  what: Label;
  /** False for a secret that can be revealed again. */
  isShownOnce?: boolean;
};

/** Shows a secret with a copy button. */
export function CopyableSecret({ secret, what, isShownOnce = true }: CopyableSecretProps) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const onCopied = use(OnSecretCopiedContext);
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
          onClick={() => {
            copy(secret);
            onCopied();
          }}
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
          className={classes['button']}
        >
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </Group>
    </Stack>
  );
}
