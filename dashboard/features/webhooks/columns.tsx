import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Sparkline } from '../../components/Sparkline.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { describeRecentDeliveries } from '../../format/describeRecentDeliveries.ts';
import { formatNumber } from '../../format/format.ts';
import type { EndpointRow } from './api.ts';
import { EndpointName } from './EndpointName.tsx';
import classes from './Webhooks.module.css';
import { t } from '../../language/t.ts';

export const ENDPOINT_COLUMNS: readonly Column<EndpointRow>[] = [
  {
    key: 'endpoint',
    label: t('Endpoint'),
    cell: (endpoint) => <EndpointName of={endpoint} />,
    sort: { ascending: 'name' },
  },
  {
    key: 'status',
    label: t('Status'),
    cell: ({ recent }) => <StatusBadge state={recent.status} />,
    isPlainOnPhone: true,
    sort: { ascending: 'status' },
  },
  {
    key: 'latestDeliveries',
    label: t('Latest deliveries'),
    cell: ({ recent }) => <span className={classes['sentence']}>{describeRecentDeliveries(recent)}</span>,
    hiddenOnPhone: true,
  },
  {
    key: 'events',
    label: t('Events'),
    cell: ({ events }) => <span title={events.join(', ')}>{formatNumber(events.length)}</span>,
    align: 'end',
  },
  {
    key: 'lastDays',
    label: t('Last 7 days'),
    cell: (endpoint) => <Week of={endpoint} />,
    hiddenOnPhone: true,
  },
  {
    key: 'waiting',
    label: t('Waiting'),
    cell: ({ health }) => formatNumber(health?.waiting ?? 0),
    align: 'end',
    hiddenOnPhone: true,
  },
  {
    key: 'lastSent',
    label: t('Last sent'),
    cell: ({ last_triggered_at }) => <RelativeTime time={last_triggered_at} none={t('Never')} />,
    sort: { descending: 'last_triggered_at' },
  },
];

function Week({ of: { health } }: { of: EndpointRow }) {
  const days = health?.days.map(({ delivered, failed }) => delivered + failed) ?? [];
  return (
    <div className={classes['week']}>
      <Sparkline
        values={days}
        measure="delivered"
        label={t('Sent on each of the last {count} days: {days}', {
          count: days.length,
          days: days.join(', '),
        })}
      />
    </div>
  );
}
