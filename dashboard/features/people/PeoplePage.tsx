import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay, useMe } from '../../api/me.ts';
import { CreateButton } from '../../components/CreateButton.tsx';
import { ImportExportButtons } from '../../components/import/ImportExportButtons.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { NoMailServerAlert } from '../../components/NoMailServerAlert.tsx';
import { useSelection } from '../../hooks/useSelection.ts';
import { peopleQuery, type Person } from './api.ts';
import { peopleColumns } from './columns.tsx';
import type { UserActionToConfirm } from './UserActions.tsx';
import { t } from '../../language/t.ts';

const ConfirmUserAction = lazyComponent(
  async () => (await import('./ConfirmUserAction.tsx')).ConfirmUserAction,
);
const PeopleBulkBar = lazyComponent(async () => (await import('./PeopleBulkBar.tsx')).PeopleBulkBar);
const ImportPeople = lazyComponent(async () => (await import('./ImportPeople.tsx')).ImportPeople);
const InviteUser = lazyComponent(async () => (await import('./InviteUser.tsx')).InviteUser);
const InviteFromList = lazyComponent(async () => (await import('./InviteFromList.tsx')).InviteFromList);
const InvitationLinkDialog = lazyComponent(
  async () => (await import('../../components/InvitationLinkDialog.tsx')).InvitationLinkDialog,
);

export function PeoplePage() {
  const { state, change } = useUrlState();
  const { search, access, standing, list } = state;
  const filter = { search, access, standing };
  const query = useQuery(peopleQuery({ ...filter, ...usePage() }));
  const selection = useSelection<Person>(query.data?.rows ?? [], ROWS, JSON.stringify(filter));
  const inviting = useCreateDialog();
  const [pendingAction, setPendingAction] = useState<{ action: UserActionToConfirm; user: Person }>();
  const [invitation, setInvitation] = useState<InvitationToCopy>();
  const may = useMay();
  const { user } = useMe();
  const mayChange = may('PATCH /people');
  const canInvite = may('POST /people');
  useHotkeys([['c', () => canInvite && inviting.open()]]);
  const invite = canInvite && (
    <Group gap="xs">
      <Button variant="default" onClick={() => change({ list: '1' })}>
        {t('Invite several')}
      </Button>
      <CreateButton label={t('Invite a person')} onClick={inviting.open} />
    </Group>
  );
  return (
    <ListPage
      title={t('People')}
      about={t('People of this account, their access and their glasses.')}
      actions={invite}
      end={<ImportExportButtons path="/people.csv" filter={filter} dialog={canInvite && ImportPeople} />}
      filters={FILTERS}
      views={VIEWS}
      above={canInvite && <MailNotice />}
      query={query}
      columns={peopleColumns({
        ownId: user.user_id,
        mayAct: mayChange,
        onAsk: (action, user) => setPendingAction({ action, user }),
        onLink: setInvitation,
      })}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: invite }}
      {...(mayChange && { selection })}
    >
      {mayChange && selection.isUsed && (
        <PeopleBulkBar selection={selection} page={query.data} filter={filter} />
      )}
      {canInvite && inviting.isOpen && (
        <InviteUser email={inviting.initialValue} onClose={inviting.close} onLink={setInvitation} />
      )}
      {canInvite && list !== undefined && <InviteFromList onClose={() => change({ list: undefined })} />}
      {invitation && (
        <InvitationLinkDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
      {pendingAction && <ConfirmUserAction {...pendingAction} onClose={() => setPendingAction(undefined)} />}
    </ListPage>
  );
}

function MailNotice() {
  return (
    <NoMailServerAlert>
      {t(
        'No mail server is configured, so the invitation is saved as a file. Copy the link after you invite.',
      )}
    </NoMailServerAlert>
  );
}

const ROWS = { keyOf: ({ id }: Person) => id, nameOf: ({ full_name }: Person) => full_name };

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Name or address') },
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

const VIEWS: ViewList = {
  list: 'person',
  builtIn: [
    { name: t('Active'), filter: { standing: 'active' } },
    { name: t('Invited'), filter: { standing: 'invited' } },
    { name: t('Inactive'), filter: { standing: 'inactive' } },
  ],
};

const EMPTY: EmptyStateProps = {
  icon: 'people',
  title: t('No people yet'),
  text: t(
    'Invite the people who work with this account. They get an email with a link to choose a password.',
  ),
};
