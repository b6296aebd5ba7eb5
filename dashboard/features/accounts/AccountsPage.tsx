import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CreateButton } from '../../components/CreateButton.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { formatBytes, formatNumber } from '../../format/format.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { NoMailServerAlert } from '../../components/NoMailServerAlert.tsx';
import { formatStorageRows } from './StorageUsage.tsx';
import { accountsQuery, type AccountWithUsage } from './api.ts';
import { t, type Label } from '../../language/t.ts';

const AccountDrawer = lazyComponent(async () => (await import('./AccountDrawer.tsx')).AccountDrawer);
const NewAccount = lazyComponent(async () => (await import('./NewAccount.tsx')).NewAccount);
const InvitationLinkDialog = lazyComponent(
  async () => (await import('../../components/InvitationLinkDialog.tsx')).InvitationLinkDialog,
);

const STATES = [
  { value: 'active', label: t('Active') },
  { value: 'suspended', label: t('Suspended') },
];

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Name or id') },
  { kind: 'select', name: 'state', label: t('Status'), options: STATES },
];

const VIEWS: ViewList = {
  list: 'account',
  builtIn: STATES.map(({ value, label }) => ({ name: label, filter: { state: value } })),
};

const COLUMNS: readonly Column<AccountWithUsage>[] = [
  { key: 'account', label: t('Account'), cell: ({ name }) => name },
  {
    key: 'state',
    label: t('Status'),
    cell: ({ state }) => <StatusBadge state={state} />,
    isPlainOnPhone: true,
  },
  figure(t('People'), 'people'),
  figure(t('Seats'), 'seats'),
  figure(t('Tasks'), 'tasks'),
  figure(t('Sessions'), 'sessions'),
  figure(t('Deliveries'), 'deliveries'),
  figure(t('API calls'), 'calls'),
  { key: 'files', label: t('Files'), cell: ({ storage }) => formatBytes(storage.file_bytes), align: 'end' },
  { key: 'rows', label: t('Rows'), cell: ({ storage }) => formatStorageRows(storage), align: 'end' },
  {
    key: 'lastActivity',
    label: t('Last activity'),
    cell: ({ last_active_at }) => <RelativeTime time={last_active_at} none={t('Never')} />,
  },
  {
    key: 'since',
    label: t('Since'),
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    hiddenOnPhone: true,
  },
];

const EMPTY: EmptyStateProps = {
  icon: 'accounts',
  title: t('No accounts yet'),
  text: t('Create an account for each customer. We invite its first admin, who can invite everyone else.'),
};

export function AccountsPage() {
  const { state, change } = useUrlState();
  const query = useQuery(accountsQuery({ state: state['state'], search: state['search'], ...usePage() }));
  const account_id = state['account'];
  const creating = useCreateDialog();
  const [invitation, setInvitation] = useState<InvitationToCopy>();
  const create = <CreateButton label={t('New account')} onClick={creating.open} />;
  return (
    <ListPage
      title={t('Accounts')}
      about={t(
        'All customers and their usage. The columns from Tasks to API calls cover the last 30 days. The Rows column estimates the number of stored tasks, sessions, deliveries and request log entries.',
      )}
      actions={create}
      filters={FILTERS}
      views={VIEWS}
      above={
        <NoMailServerAlert>
          {t('No mail server is configured, so invitations are saved as files. Copy the links from here.')}
        </NoMailServerAlert>
      }
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ account: id }, 'push')}
      empty={{ ...EMPTY, action: create }}
    >
      {creating.isOpen && <NewAccount onClose={creating.close} onLink={setInvitation} />}
      {invitation && (
        <InvitationLinkDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
      {account_id && (
        <AccountDrawer key={account_id} id={account_id} onClose={() => change({ account: undefined })} />
      )}
    </ListPage>
  );
}

type Figure = 'people' | 'seats' | 'tasks' | 'sessions' | 'deliveries' | 'calls';

function figure(label: Label, name: Figure): Column<AccountWithUsage> {
  return { key: name, label, cell: (account) => formatNumber(account[name]), align: 'end' };
}
