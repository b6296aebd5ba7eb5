import { useQuery } from '@tanstack/react-query';
import type { Empty } from '../../../components/EmptyState.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../../components/ListPage.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { useUrl } from '../../../components/useUrl.ts';
import { lazily } from '../../../components/lazily.tsx';
import { staffAppsQuery, type StaffApp } from './api.ts';

const AppDrawer = lazily(async () => (await import('./AppDrawer.tsx')).AppDrawer);

const FILTERS: readonly Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: 'State',
    options: [
      { value: 'waiting', label: 'Waiting' },
      { value: 'development', label: 'Development' },
      { value: 'active', label: 'Active' },
      { value: 'suspended', label: 'Suspended' },
    ],
  },
  { kind: 'text', name: 'search', label: 'App or account' },
];

const COLUMNS: readonly Column<StaffApp>[] = [
  { label: 'App', cell: ({ name }) => name },
  { label: 'Account', cell: ({ account }) => account.name },
  {
    label: 'Status',
    cell: ({ status, submitted_at }) => <StatusBadge state={submitted_at === null ? status : 'in_review'} />,
  },
  { label: 'Waiting since', cell: ({ submitted_at }) => <RelativeTime time={submitted_at} /> },
  { label: 'Scopes', cell: ({ scopes }) => scopes.length, align: 'end' },
  { label: 'Registered', cell: ({ created_at }) => <RelativeTime time={created_at} />, hiddenOnPhone: true },
];

const EMPTY: Empty = {
  icon: 'review',
  title: 'No apps yet',
  text: 'When a developer registers an app it is listed here, and comes first once it waits for review.',
};

export function ReviewsPage() {
  const { state, change } = useUrl();
  const query = useQuery(staffAppsQuery({ state: state['state'], search: state['search'], ...usePage() }));
  const client_id = state['app'];
  return (
    <ListPage
      title="App review"
      about="Apps of all accounts. Those that wait for a decision come first, the longest waiting before the others."
      filters={FILTERS}
      query={query}
      columns={COLUMNS}
      rowKey={(app) => app.client_id}
      onOpen={(app) => change({ app: app.client_id }, 'push')}
      empty={EMPTY}
    >
      {client_id && (
        <AppDrawer key={client_id} client_id={client_id} onClose={() => change({ app: undefined })} />
      )}
    </ListPage>
  );
}
