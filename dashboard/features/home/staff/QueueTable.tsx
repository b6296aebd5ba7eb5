import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../../components/columns.ts';
import { ListTable } from '../../../components/ListTable.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import type { StaffHome } from '../api.ts';
import classes from '../Home.module.css';
import { QUEUE_LABELS, queueState } from '../../queues/labels.ts';
import { formatNumber } from '../../../format/format.ts';
import { t } from '../../../language/t.ts';

type QueueHealth = StaffHome['queues'][number];

export function QueueTable({ queues, at }: { queues: readonly QueueHealth[]; at: string }) {
  const columns: readonly Column<QueueHealth>[] = [
    {
      key: 'queue',
      label: t('Queue'),
      cell: ({ queue }) => <Link to="/staff/queues">{QUEUE_LABELS[queue].label}</Link>,
    },
    { key: 'state', label: t('Status'), cell: (health) => <StatusBadge state={queueState(health, at)} /> },
    { key: 'waiting', label: t('Waiting'), cell: ({ depth }) => formatNumber(depth), align: 'end' },
    { key: 'dueNow', label: t('Due now'), cell: ({ due }) => formatNumber(due), align: 'end' },
    {
      key: 'oldestDueJob',
      label: t('Oldest due job'),
      cell: ({ overdue_since }) => <RelativeTime time={overdue_since} />,
    },
  ];
  return (
    <section className={classes['queues']} aria-label={t('Queues')}>
      <Text component="h2" fw={600} size="sm">
        {t('Queues')}
      </Text>
      <ListTable label={t('Queues')} rows={queues} columns={columns} rowKey={({ queue }) => queue} />
    </section>
  );
}
