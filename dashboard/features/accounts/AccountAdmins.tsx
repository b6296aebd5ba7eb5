import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { InvitationLinkDialog, type InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { FactList } from '../../components/FactList.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useInviteAdminAgain, type AccountDetail } from './api.ts';
import { t, verbatim } from '../../language/t.ts';

/** The admins of an account. Until one of them has accepted the invitation, staff can create a new link. */
export function AccountAdmins({ account: { id, admins } }: { account: AccountDetail }) {
  const [invitation, setInvitation] = useState<InvitationToCopy>();
  const isEntered = admins.some(({ is_invited }) => !is_invited);
  return (
    <>
      <FactList
        rows={admins.map((admin) => [
          verbatim(admin.full_name),
          <Group key={admin.user_id} gap="xs">
            {admin.email}
            {admin.is_invited && <StatusBadge state="invited" />}
            {!isEntered && <NewLink account_id={id} admin={admin} onLink={setInvitation} />}
          </Group>,
        ])}
      />
      {invitation && (
        <InvitationLinkDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </>
  );
}

type NewLinkProps = {
  account_id: string;
  admin: AccountDetail['admins'][number];
  onLink: (invitation: InvitationToCopy) => void;
};

function NewLink({ account_id, admin, onLink }: NewLinkProps) {
  const { sends_mail } = useMe();
  const { mutate, isPending } = useInviteAdminAgain(account_id, ({ email, link }) => {
    if (link !== null) onLink({ email, link });
  });
  return (
    <Button size="compact-xs" variant="subtle" color="gray" loading={isPending} onClick={() => mutate(admin)}>
      {sends_mail ? t('Send a new link') : t('Copy a new link')}
    </Button>
  );
}
