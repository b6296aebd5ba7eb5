import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, type Column } from '../../components/ListPage.tsx';
import { recentOutcomesText } from '../../format/recentOutcomes.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Sparkline } from '../../components/Sparkline.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { EndpointName } from './EndpointName.tsx';
import { endpointsQuery, type EndpointRow } from './api.ts';
import classes from './Webhooks.module.css';
import { successRateText } from './labels.ts';
import { formatNumber } from '../../format/format.ts';
import { plural, t } from '../../language/t.ts';

const AddEndpoint = lazyComponent(async () => (await import('./EndpointForm.tsx')).AddEndpoint);

const ReceiveHere = lazyComponent(async () => (await import('./ReceiveHere.tsx')).ReceiveHere);

export function WebhooksPage() {
  const query = useQuery(endpointsQuery);
  const adding = useCreateDialog();
  const navigate = useNavigate();
  const open = (endpointId: string) => void navigate({ to: '/webhooks/$endpointId', params: { endpointId } });
  useHotkeys([['c', adding.open]]);
  const add = (
    <Button onClick={adding.open} leftSection={<Icon name="plus" size={16} />}>
      {t('Add endpoint')}
    </Button>
  );
  const { state, change } = useUrlState();
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
        'Endpoints that receive signed events. Each delivery is attempted three times and kept in a log.',
      )}
      guide="webhooks"
      actions={both}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => open(id)}
      empty={{ ...EMPTY, action: <Group gap="xs">{both}</Group> }}
    >
      {adding.isOpen && <AddEndpoint onClose={adding.close} onMade={({ id }) => open(id)} />}
      {state['receive'] && <ReceiveHere onClose={() => change({ receive: undefined })} onMade={openInbox} />}
    </ListPage>
  );
}

const EMPTY: EmptyStateProps = {
  icon: 'webhooks',
  title: t('No endpoints yet'),
  text: t(
    'Add the https URL of your system and choose its events. No system yet? Receive events in this dashboard.',
  ),
};

const COLUMNS: readonly Column<EndpointRow>[] = [
  { label: t('Endpoint'), cell: (endpoint) => <EndpointName of={endpoint} /> },
  {
    label: t('Status'),
    cell: ({ recent }) => (
      <span title={recentOutcomesText(recent)}>
        <StatusBadge state={recent.status} />
      </span>
    ),
  },
  {
    label: t('Events'),
    cell: ({ events }) => <span title={events.join(', ')}>{plural(events.length, 'event')}</span>,
  },
  { label: t('Last 7 days'), cell: (endpoint) => <Week of={endpoint} /> },
  { label: t('Delivery rate'), cell: (endpoint) => successRateText(endpoint) },
  {
    label: t('Waiting'),
    cell: ({ health }) => formatNumber(health?.waiting ?? 0),
    align: 'end',
    hiddenOnPhone: true,
  },
  { label: t('Failed'), cell: ({ failure_count }) => formatNumber(failure_count), align: 'end' },
  {
    label: t('Last sent'),
    cell: ({ last_triggered_at }) => <RelativeTime time={last_triggered_at} none={t('Never')} />,
  },
];

function Week({ of: { health } }: { of: EndpointRow }) {
  const days = health?.days.map(({ delivered, failed }) => delivered + failed) ?? [];
  return (
    <div className={classes['week']}>
      <Sparkline
        values={days}
        label={t('Sent on each of the last {count} days: {days}', {
          count: days.length,
          days: days.join(', '),
        })}
      />
    </div>
  );
}
