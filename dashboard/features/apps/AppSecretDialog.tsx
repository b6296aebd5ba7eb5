import { Text } from '@mantine/core';
import { CopyableId } from '../../components/CopyableId.tsx';
import { OneTimeSecretDialog } from '../../components/OneTimeSecretDialog.tsx';
import { CopyableSecret } from '../../components/CopyableSecret.tsx';
import type { AppCredentials } from './api.ts';
import { t, type Label } from '../../language/t.ts';

type AppSecretDialogProps = { title: Label; credentials: AppCredentials; onClose: () => void };

/** Shows the client secret once. */
export function AppSecretDialog({ title, credentials, onClose }: AppSecretDialogProps) {
  return (
    <OneTimeSecretDialog title={title} onClose={onClose}>
      <div>
        <Text size="sm" c="dimmed">
          {t('Client id')}
        </Text>
        <CopyableId id={credentials.client_id} what={t('client id')} />
      </div>
      <CopyableSecret secret={credentials.client_secret} what={t('client secret')} />
    </OneTimeSecretDialog>
  );
}
