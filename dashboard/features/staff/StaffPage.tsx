import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { CreateButton } from '../../components/CreateButton.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { NoMailServerAlert } from '../../components/NoMailServerAlert.tsx';
import { membersQuery, type StaffMember } from './api.ts';
import { staffColumns } from './columns.tsx';
import { DeactivateMember } from './DeactivateMember.tsx';
import { t } from '../../language/t.ts';

const InviteMember = lazyComponent(async () => (await import('./InviteMember.tsx')).InviteMember);
const InvitationLinkDialog = lazyComponent(
  async () => (await import('../../components/InvitationLinkDialog.tsx')).InvitationLinkDialog,
);

export function StaffPage() {
  const query = useQuery(membersQuery(usePage()));
  const inviting = useCreateDialog();
  const { user } = useMe();
  const [invitation, setInvitation] = useState<InvitationToCopy>();
  const [leaving, setLeaving] = useState<StaffMember>();
  const invite = <CreateButton label={t('Invite a staff member')} onClick={inviting.open} />;
  return (
    <ListPage
      title={t('Staff')}
      about={t(
        'People who run the platform. They see accounts, their state and their bundles, but not their data.',
      )}
      actions={invite}
      above={
        <NoMailServerAlert>
          {t('No mail server is configured, so invitations are saved as files. Copy the links from here.')}
        </NoMailServerAlert>
      }
      query={query}
      columns={staffColumns({
        ownId: user.user_id,
        onInvitationLink: setInvitation,
        onDeactivate: setLeaving,
      })}
      rowKey={({ id }) => id}
      empty={EMPTY}
    >
      {inviting.isOpen && <InviteMember onClose={inviting.close} onInvitationLink={setInvitation} />}
      {invitation && (
        <InvitationLinkDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
      {leaving && <DeactivateMember member={leaving} onClose={() => setLeaving(undefined)} />}
    </ListPage>
  );
}

const EMPTY: EmptyStateProps = {
  icon: 'shield',
  title: t('No people yet'),
  text: t('Invite the people who run the platform.'),
};
