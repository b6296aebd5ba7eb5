import { Text } from '@mantine/core';
import { OneTimeSecretDialog } from './OneTimeSecretDialog.tsx';
import { CopyableSecret } from './CopyableSecret.tsx';
import { t } from '../language/t.ts';
import { T } from '../language/T.tsx';

/** An invitation without an email: the inviter passes the link on. */
export type InvitationToCopy = { email: string; link: string };

/** Shows the link of an invitation once, so that the inviter can pass it on. */
export function InvitationLinkDialog({
  invitation,
  onClose,
}: {
  invitation: InvitationToCopy;
  onClose: () => void;
}) {
  return (
    <OneTimeSecretDialog title={t('Copy the link')} onClose={onClose}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <T
          text="No mail server is configured, so the invitation of {email} was only saved as a file. Copy this link now and send it to that person only. The link works once, expires in seven days and is not shown again. You can create a new one later."
          email={<b>{invitation.email}</b>}
        />
      </Text>
      <CopyableSecret secret={invitation.link} what={t('link')} isShownOnce={false} />
    </OneTimeSecretDialog>
  );
}
