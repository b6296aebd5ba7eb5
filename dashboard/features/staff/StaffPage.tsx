import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { InvitationToCopy } from '../../components/InvitationLink.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { NoMailServerAlert } from '../../components/NoMailServerAlert.tsx';
import { membersQuery, type StaffMember } from './api.ts';
import { staffColumns } from './columns.tsx';
import { Deactivate } from './Deactivate.tsx';
import { t } from '../../language/t.ts';

const InviteMember = lazyComponent(async () => (await import('./InviteMember.tsx')).InviteMember);
const InvitationLink = lazyComponent(
  async () => (await import('../../components/InvitationLink.tsx')).InvitationLink,
);

export function StaffPage() {
  const query = useQuery(membersQuery(usePage()));
  const inviting = useCreateDialog();
  const { user } = useMe();
  const [invitation, setInvitation] = useState<InvitationToCopy>();
  const [leaving, setLeaving] = useState<StaffMember>();
  const invite = (
    <Button onClick={inviting.open} leftSection={<Icon name="plus" size={16} />}>
      {t('Invite a staff member')}
    </Button>
  );
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
      columns={staffColumns({ ownId: user.user_id, onLink: setInvitation, onDeactivate: setLeaving })}
      rowKey={({ id }) => id}
      empty={EMPTY}
    >
      {inviting.isOpen && <InviteMember onClose={inviting.close} onLink={setInvitation} />}
      {invitation && <InvitationLink given={invitation} onClose={() => setInvitation(undefined)} />}
      {leaving && <Deactivate member={leaving} onClose={() => setLeaving(undefined)} />}
    </ListPage>
  );
}

const EMPTY: EmptyStateProps = {
  icon: 'shield',
  title: t('No people yet'),
  text: t('Invite the people who run the platform.'),
};
