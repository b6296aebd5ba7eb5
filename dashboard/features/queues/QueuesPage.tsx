import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { AccountLink } from '../../components/AccountLink.tsx';
import type { Column } from '../../components/columns.ts';
import { ListTable } from '../../components/ListTable.tsx';
import { Page } from '../../components/Page.tsx';
import { describeRecentDeliveries } from '../../format/describeRecentDeliveries.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { queuesQuery, type FailingEndpoint } from './api.ts';
import { QueueCard } from './QueueCard.tsx';
import classes from './Queues.module.css';
import { EndpointName } from '../webhooks/EndpointName.tsx';
import { formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

export function QueuesPage() {
  return (
    <Page title={t('Queues')} about={t('Background work. Updated every five seconds.')}>
      <QueuesBody />
    </Page>
  );
}

function QueuesBody() {
  const { data, placeholder } = useQueryData(useQuery(queuesQuery), <SkeletonBlock height={220} />);
  if (placeholder) return placeholder;
  return (
    <>
      <div className={classes['cards']}>
        {data.queues.map((queue) => (
          <QueueCard key={queue.queue} health={queue} at={data.at} />
        ))}
      </div>
      <section className={classes['failing']}>
        <Text component="h2" fw={600} size="sm" mb="sm">
          {t('Endpoints that are failing or recovering')}
        </Text>
        {data.failing_endpoints.length === 0 ? (
          <div className={classes['calm']}>
            <Icon name="circleCheck" size={20} />
            <Text size="sm">{t('All endpoints are healthy.')}</Text>
          </div>
        ) : (
          <ListTable
            label={t('Endpoints that are failing or recovering')}
            rows={data.failing_endpoints}
            columns={COLUMNS}
            rowKey={({ id }) => id}
          />
        )}
      </section>
    </>
  );
}

const COLUMNS: readonly Column<FailingEndpoint>[] = [
  { key: 'endpoint', label: t('Endpoint'), cell: (endpoint) => <EndpointName of={endpoint} /> },
  { key: 'account', label: t('Account'), cell: ({ account }) => <AccountLink {...account} /> },
  { key: 'status', label: t('Status'), cell: ({ recent }) => <StatusBadge state={recent.status} /> },
  {
    key: 'recentResults',
    label: t('Recent results'),
    cell: ({ recent }) => describeRecentDeliveries(recent),
  },
  { key: 'waiting', label: t('Waiting'), cell: ({ waiting }) => formatNumber(waiting), align: 'end' },
  {
    key: 'lastEvent',
    label: t('Last event'),
    cell: ({ last_triggered_at }) => <RelativeTime time={last_triggered_at} none={t('Never')} />,
  },
];
