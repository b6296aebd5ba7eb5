import { useQuery } from '@tanstack/react-query';
import type { Empty } from '../../components/EmptyState.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrl } from '../../components/useUrl.ts';
import { lazily } from '../../components/lazily.tsx';
import { accountsQuery, type AccountUse } from './api.ts';

const AccountDrawer = lazily(async () => (await import('./AccountDrawer.tsx')).AccountDrawer);

const FILTERS: readonly Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: 'State',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'suspended', label: 'Suspended' },
    ],
  },
  { kind: 'text', name: 'search', label: 'Name or id' },
];

const COLUMNS: readonly Column<AccountUse>[] = [
  { label: 'Account', cell: ({ name }) => name },
  { label: 'State', cell: ({ state }) => <StatusBadge state={state} /> },
  figure('People', 'people'),
  figure('Seats', 'seats'),
  figure('Tasks', 'tasks'),
  figure('Sessions', 'sessions'),
  figure('Deliveries', 'deliveries'),
  figure('API calls', 'calls'),
  {
    label: 'Last activity',
    cell: ({ last_active_at }) => <RelativeTime time={last_active_at} none="Never" />,
  },
  { label: 'Since', cell: ({ created_at }) => <RelativeTime time={created_at} />, hiddenOnPhone: true },
];

const EMPTY: Empty = {
  icon: 'accounts',
  title: 'No accounts yet',
  text: 'The operator makes one with the command account create.',
};

export function AccountsPage() {
  const { state, change } = useUrl();
  const query = useQuery(accountsQuery({ state: state['state'], search: state['search'], ...usePage() }));
  const account_id = state['account'];
  return (
    <ListPage
      title="Accounts"
      about="Every customer, with what they hold. From tasks to API calls, the figures are those of the last 30 days."
      filters={FILTERS}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ account: id }, 'push')}
      empty={EMPTY}
    >
      {account_id && (
        <AccountDrawer key={account_id} id={account_id} onClose={() => change({ account: undefined })} />
      )}
    </ListPage>
  );
}

type Figure = 'people' | 'seats' | 'tasks' | 'sessions' | 'deliveries' | 'calls';

function figure(label: string, name: Figure): Column<AccountUse> {
  return { label, cell: (account) => account[name].toLocaleString('en'), align: 'end' };
}
