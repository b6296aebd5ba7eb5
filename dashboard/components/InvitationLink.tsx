import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { SecretReveal } from './SecretReveal.tsx';
import { t } from '../language/t.ts';
import { T } from '../language/T.tsx';

/** An invitation that no mail brings. */
export type InvitationToCopy = { email: string; link: string };

/** Shows the link of an invitation once, to be handed over by the inviter. */
export function InvitationLink({ given, onClose }: { given: InvitationToCopy; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>{t('Copy the link')}</Text>}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <T
            text="No mail server is configured, so the invitation of {email} was only saved as a file. Copy this link now and send it to that person only. The link works once, expires in seven days and is not shown again. You can create a new one later."
            email={<b>{given.email}</b>}
          />
        </Text>
        <SecretReveal secret={given.link} what={t('link')} isShownOnce={false} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Done, I copied it')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
