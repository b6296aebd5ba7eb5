import { Text } from '@mantine/core';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { OneTimeSecretDialog } from '../../components/OneTimeSecretDialog.tsx';
import { t } from '../../language/t.ts';

/** Shows new recovery codes once. Each code replaces the authenticator app for one sign-in. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <OneTimeSecretDialog title={t('Your recovery codes')} verb={t('Done, I stored them')} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t(
          'Two-factor sign-in is on. Store these codes where you can find them without your phone. Each code works once. The codes are not shown again.',
        )}
      </Text>
      <CodeSnippet snippets={[{ label: t('Recovery codes'), code: codes.join('\n') }]} />
    </OneTimeSecretDialog>
  );
}
