import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Id } from '../../components/Id.tsx';
import { SecretReveal } from '../../components/SecretReveal.tsx';
import type { AppSecret } from './api.ts';
import { t } from '../../language/t.ts';

type AppSecretDialogProps = { title: string; made: AppSecret; onClose: () => void };

/** Shows the client secret once. */
export function AppSecretDialog({ title, made, onClose }: AppSecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>{title}</Text>}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <div>
          <Text size="sm" c="dimmed">
            {t('Client id')}
          </Text>
          <Id id={made.client_id} what={t('client id')} />
        </div>
        <SecretReveal secret={made.client_secret} what={t('client secret')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Done, I copied it')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
