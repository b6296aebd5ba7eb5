import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { Icon } from '../../components/Icon.tsx';
import { DrawerSection } from '../../components/SideDrawer.tsx';
import { useMakeInbox } from './api.ts';
import { EVENT_DESCRIPTIONS, isEvent } from './labels.ts';
import { t } from '../../language/t.ts';

type ReceiveHereProps = { onClose: () => void; onMade: (made: { id: string }) => void };

/** The two ways to see a delivery without a receiver of one's own. */
export function ReceiveHere({ onClose, onMade }: ReceiveHereProps) {
  const { mutate, isPending } = useMakeInbox(onMade);
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={620}>{t('Receive here')}</Text>}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <DrawerSection title={t('In this dashboard')}>
        <Stack gap="sm">
          <Text size="sm">
            {t(
              'We make an address that receives your events and shows each one as it comes: its headers, its body and whether its signature is right. The last 100 of a day are kept.',
            )}
          </Text>
          <Group>
            <Button
              data-autofocus
              loading={isPending}
              leftSection={<Icon name="download" size={16} />}
              onClick={() => mutate(Object.keys(EVENT_DESCRIPTIONS).filter(isEvent))}
            >
              {t('Make an inbox')}
            </Button>
          </Group>
        </Stack>
      </DrawerSection>
      <DrawerSection title={t('On your laptop')}>
        <Stack gap="sm">
          <Text size="sm">
            {t(
              'This command brings every event to a program on your own machine, signed as a delivery is. It needs an API key that may manage webhooks. The TypeScript guide tells how to install it.',
            )}
          </Text>
          <CodeSnippet snippets={[{ language: 'Terminal', code: listening(location.origin) }]} wraps />
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
