import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { Icon } from '../../components/Icon.tsx';
import { DrawerSection } from '../../components/FactList.tsx';
import { useCreateInbox } from './api.ts';
import { EVENT_DESCRIPTIONS, isEventType } from './labels.ts';
import { t } from '../../language/t.ts';

type TestReceiverDialogProps = { onClose: () => void; onMade: (made: { id: string }) => void };

/** The two ways to see deliveries without running a receiver. */
export function TestReceiverDialog({ onClose, onMade }: TestReceiverDialogProps) {
  const { mutate, isPending } = useCreateInbox(onMade);
  return (
    <Modal opened onClose={onClose} title={<Text fw={620}>{t('Receive here')}</Text>} size="lg">
      <DrawerSection title={t('In this dashboard')}>
        <Stack gap="sm">
          <Text size="sm">
            {t(
              'Create an inbox that receives your events and shows headers, body and the result of the signature check. It keeps the last 100 events of one day.',
            )}
          </Text>
          <Group>
            <Button
              data-autofocus
              loading={isPending}
              leftSection={<Icon name="download" size={16} />}
              onClick={() => mutate(Object.keys(EVENT_DESCRIPTIONS).filter(isEventType))}
            >
              {t('Create an inbox')}
            </Button>
          </Group>
        </Stack>
      </DrawerSection>
      <DrawerSection title={t('On your computer')}>
        <Stack gap="sm">
          <Text size="sm">
            {t(
              'This command forwards every event to a program on your computer, signed like a delivery. It needs an API key with the scope manage:webhooks. See the TypeScript guide for the installation.',
            )}
          </Text>
          <CodeSnippet snippets={[{ label: t('Terminal'), code: listening(location.origin) }]} wraps />
        </Stack>
      </DrawerSection>
    </Modal>
  );
}

function listening(public_url: string): string {
  return [
    `export TENANT_OPS_URL=${public_url}`,
    'export TENANT_OPS_KEY=your-key',
    'tenant-ops listen --forward http://localhost:3000/hook',
  ].join('\n');
}
