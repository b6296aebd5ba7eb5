import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CreateButton } from '../../components/CreateButton.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import { stateLabel } from '../../components/StatusBadge.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useSelection } from '../../hooks/useSelection.ts';
import { endpointsQuery, type Endpoint, type EndpointRow } from './api.ts';
import { ENDPOINT_COLUMNS } from './columns.tsx';
import { t } from '../../language/t.ts';

const EndpointsBulkBar = lazyComponent(async () => (await import('./EndpointsBulkBar.tsx')).EndpointsBulkBar);
const AddEndpoint = lazyComponent(async () => (await import('./EndpointForm.tsx')).AddEndpoint);

const TestReceiverDialog = lazyComponent(
  async () => (await import('./TestReceiverDialog.tsx')).TestReceiverDialog,
);

export function WebhooksPage() {
  const adding = useCreateDialog();
  const navigate = useNavigate();
  const open = (endpointId: string) => void navigate({ to: '/webhooks/$endpointId', params: { endpointId } });
  useHotkeys([['c', adding.open]]);
  const add = <CreateButton label={t('Add endpoint')} onClick={adding.open} />;
  const { state, change } = useUrlState();
  const { search, status, sort } = state;
  const filter = { search, status };
  const query = useQuery(endpointsQuery({ ...filter, sort, ...usePage() }));
  const selection = useSelection<EndpointRow, Endpoint>(query.data?.rows ?? [], ROWS, JSON.stringify(filter));
  const receive = (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      onClick={() => change({ receive: '1' })}
    >
      {t('Receive here')}
    </Button>
  );
  const openInbox = ({ id }: { id: string }) =>
    void navigate({ to: '/webhooks/$endpointId', params: { endpointId: id }, search: { tab: 'received' } });
  const both = (
    <>
      {receive}
      {add}
    </>
  );
  return (
    <ListPage
      title={t('Webhooks')}
      about={t(
        'Endpoints that receive signed events. Each delivery is attempted up to three times and logged.',
      )}
      guide="webhooks"
      actions={both}
      filters={FILTERS}
      views={VIEWS}
      query={query}
      columns={ENDPOINT_COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => open(id)}
      empty={{ ...EMPTY, action: <Group gap="xs">{both}</Group> }}
      selection={selection}
    >
      {selection.isUsed && <EndpointsBulkBar selection={selection} page={query.data} filter={filter} />}
      {adding.isOpen && <AddEndpoint onClose={adding.close} onMade={({ id }) => open(id)} />}
      {state['receive'] && (
        <TestReceiverDialog onClose={() => change({ receive: undefined })} onMade={openInbox} />
      )}
    </ListPage>
  );
}

const STATUSES = ['failing', 'recovering', 'paused', 'unused', 'healthy'] as const;

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Name or URL') },
  {
    kind: 'select',
    name: 'status',
    label: t('Status'),
    options: STATUSES.map((value) => ({ value, label: stateLabel(value) })),
  },
];

const VIEWS: ViewList = {
  list: 'endpoint',
  builtIn: [
    { name: t('Failing first'), filter: { sort: 'status' } },
    { name: stateLabel('paused'), filter: { status: 'paused' } },
  ],
};

const ROWS = {
  keyOf: ({ id }: EndpointRow) => id,
  nameOf: ({ name, url }: EndpointRow) => name ?? url,
};

const EMPTY: EmptyStateProps = {
  icon: 'webhooks',
  title: t('No endpoints yet'),
  text: t(
    'Add the https URL of your system and choose its events. No system yet? Receive events in this dashboard.',
  ),
};
