import { useQuery } from '@tanstack/react-query';
import type { EmptyStateProps } from '../../../components/EmptyState.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../../components/ListPage.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { stateLabel, StatusBadge } from '../../../components/StatusBadge.tsx';
import type { ViewList } from '../../../components/savedViews.ts';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { lazyComponent } from '../../../hooks/lazyComponent.tsx';
import { staffAppsQuery, type AppForStaff } from './api.ts';
import { t } from '../../../language/t.ts';

const AppDrawer = lazyComponent(async () => (await import('./AppDrawer.tsx')).AppDrawer);

const STATES = [
  { value: 'waiting', label: stateLabel('in_review') },
  { value: 'development', label: t('Development') },
  { value: 'active', label: t('Active') },
  { value: 'suspended', label: t('Suspended') },
];

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('App or account') },
  { kind: 'select', name: 'state', label: t('Status'), options: STATES },
];

const VIEWS: ViewList = {
  list: 'review',
  builtIn: STATES.map(({ value, label }) => ({ name: label, filter: { state: value } })),
};

const COLUMNS: readonly Column<AppForStaff>[] = [
  { key: 'app', label: t('App'), cell: ({ name }) => name },
  { key: 'account', label: t('Account'), cell: ({ account }) => account.name },
  {
    key: 'status',
    label: t('Status'),
    cell: ({ status, submitted_at }) => <StatusBadge state={submitted_at === null ? status : 'in_review'} />,
  },
  {
    key: 'awaitingReviewSince',
    label: t('Awaiting review since'),
    cell: ({ submitted_at }) => <RelativeTime time={submitted_at} />,
  },
  { key: 'scopes', label: t('Scopes'), cell: ({ scopes }) => scopes.length, align: 'end' },
  {
    key: 'registered',
    label: t('Registered'),
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    hiddenOnPhone: true,
  },
];

const EMPTY: EmptyStateProps = {
  icon: 'review',
  title: t('No apps yet'),
  text: t('Registered apps appear here. Apps that await review come first.'),
};

export function AppReviewsPage() {
  const { state, change } = useUrlState();
  const query = useQuery(staffAppsQuery({ state: state['state'], search: state['search'], ...usePage() }));
  const client_id = state['app'];
  return (
    <ListPage
      title={t('App review')}
      about={t(
        'Apps of all accounts. Apps that await a decision come first, the oldest submission at the top.',
      )}
      filters={FILTERS}
      views={VIEWS}
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
