import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { InvitationToCopy } from '../../components/InvitationLink.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { formatBytes, formatNumber } from '../../format/format.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { NoMailServerAlert } from '../../components/NoMailServerAlert.tsx';
import { storageRows } from './StorageFacts.tsx';
import { accountsQuery, type AccountUse } from './api.ts';
import { t } from '../../language/t.ts';

const AccountDrawer = lazyComponent(async () => (await import('./AccountDrawer.tsx')).AccountDrawer);
const NewAccount = lazyComponent(async () => (await import('./NewAccount.tsx')).NewAccount);
const InvitationLink = lazyComponent(
  async () => (await import('../../components/InvitationLink.tsx')).InvitationLink,
);

const FILTERS: readonly Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: t('State'),
    options: [
      { value: 'active', label: t('Active') },
      { value: 'suspended', label: t('Suspended') },
    ],
  },
  { kind: 'text', name: 'search', label: t('Name or id') },
];

const COLUMNS: readonly Column<AccountUse>[] = [
  { label: t('Account'), cell: ({ name }) => name },
  { label: t('State'), cell: ({ state }) => <StatusBadge state={state} /> },
  figure(t('People'), 'people'),
  figure(t('Seats'), 'seats'),
  figure(t('Tasks'), 'tasks'),
  figure(t('Sessions'), 'sessions'),
  figure(t('Deliveries'), 'deliveries'),
  figure(t('API calls'), 'calls'),
  { label: t('Files'), cell: ({ storage }) => formatBytes(storage.file_bytes), align: 'end' },
  { label: t('Rows'), cell: ({ storage }) => storageRows(storage), align: 'end' },
  {
    label: t('Last activity'),
    cell: ({ last_active_at }) => <RelativeTime time={last_active_at} none={t('Never')} />,
  },
  { label: t('Since'), cell: ({ created_at }) => <RelativeTime time={created_at} />, hiddenOnPhone: true },
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
  const create = (
    <Button onClick={creating.open} leftSection={<Icon name="plus" size={16} />}>
      {t('New account')}
    </Button>
  );
  return (
    <ListPage
      title={t('Accounts')}
      about={t(
        'All customers and their usage. Tasks to API calls cover the last 30 days. Rows are an estimate of stored tasks, sessions, deliveries and request log entries.',
      )}
      actions={create}
      filters={FILTERS}
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
      {invitation && <InvitationLink given={invitation} onClose={() => setInvitation(undefined)} />}
      {account_id && (
        <AccountDrawer key={account_id} id={account_id} onClose={() => change({ account: undefined })} />
      )}
    </ListPage>
  );
}

type Figure = 'people' | 'seats' | 'tasks' | 'sessions' | 'deliveries' | 'calls';

function figure(label: string, name: Figure): Column<AccountUse> {
  return { label, cell: (account) => formatNumber(account[name]), align: 'end' };
}
