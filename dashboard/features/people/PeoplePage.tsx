import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay, useMe } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { InvitationToCopy } from '../../components/InvitationLink.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { NoMailServerAlert } from '../../components/NoMailServerAlert.tsx';
import { peopleQuery, type Person } from './api.ts';
import { peopleColumns } from './columns.tsx';
import type { ConfirmedAction } from './UserActions.tsx';
import { t } from '../../language/t.ts';

const ConfirmAction = lazyComponent(async () => (await import('./ConfirmAction.tsx')).ConfirmAction);
const InviteUser = lazyComponent(async () => (await import('./InviteUser.tsx')).InviteUser);
const InviteList = lazyComponent(async () => (await import('./InviteList.tsx')).InviteList);
const InvitationLink = lazyComponent(
  async () => (await import('../../components/InvitationLink.tsx')).InvitationLink,
);

export function PeoplePage() {
  const { state, change } = useUrlState();
  const { search, access, standing, list } = state;
  const query = useQuery(peopleQuery({ search, access, standing, ...usePage() }));
  const inviting = useCreateDialog();
  const [pendingAction, setPendingAction] = useState<{ action: ConfirmedAction; user: Person }>();
  const [invitation, setInvitation] = useState<InvitationToCopy>();
  const may = useMay();
  const { user } = useMe();
  const canInvite = may('POST /people');
  useHotkeys([['c', () => canInvite && inviting.open()]]);
  const invite = canInvite && (
    <Group gap="xs">
      <Button variant="default" onClick={() => change({ list: '1' })}>
        {t('Invite several')}
      </Button>
      <Button onClick={inviting.open} leftSection={<Icon name="plus" size={16} />}>
        {t('Invite a person')}
      </Button>
    </Group>
  );
  return (
    <ListPage
      title={t('People')}
      about={t('People of this account, their access and their glasses.')}
      actions={invite}
      filters={FILTERS}
      above={
        canInvite && (
          <NoMailServerAlert>
            {t(
              'No mail server is configured, so the invitation is saved as a file. Copy the link after you invite.',
            )}
          </NoMailServerAlert>
        )
      }
      query={query}
      columns={peopleColumns({
        ownId: user.user_id,
        mayAct: may('PATCH /people'),
        onAsk: (action, user) => setPendingAction({ action, user }),
        onLink: setInvitation,
      })}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: invite }}
    >
      {canInvite && inviting.isOpen && (
        <InviteUser email={inviting.initialValue} onClose={inviting.close} onLink={setInvitation} />
      )}
      {canInvite && list !== undefined && <InviteList onClose={() => change({ list: undefined })} />}
      {invitation && <InvitationLink given={invitation} onClose={() => setInvitation(undefined)} />}
      {pendingAction && <ConfirmAction {...pendingAction} onClose={() => setPendingAction(undefined)} />}
    </ListPage>
  );
}

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'search', label: t('Name or address') },
  {
    kind: 'select',
    name: 'access',
    label: t('Access'),
    options: [
      { value: 'admin', label: t('Admin') },
      { value: 'member', label: t('Member') },
    ],
  },
  {
    kind: 'select',
    name: 'standing',
    label: t('Status'),
    options: [
      { value: 'active', label: t('Active') },
      { value: 'invited', label: t('Invited') },
      { value: 'inactive', label: t('Inactive') },
    ],
  },
];

const EMPTY: EmptyStateProps = {
  icon: 'people',
  title: t('No people yet'),
  text: t(
    'Invite the people who work with this account. They get an email with a link to choose a password.',
  ),
};
