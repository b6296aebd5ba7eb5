import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ListTable, type Column } from '../../../components/ListTable.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import type { StaffHome } from '../api.ts';
import classes from '../Home.module.css';
import { QUEUES, stateOf } from '../../queues/words.ts';

type Health = StaffHome['queues'][number];

export function QueueTable({ queues, at }: { queues: readonly Health[]; at: string }) {
  const columns: readonly Column<Health>[] = [
    { label: 'Queue', cell: ({ queue }) => <Link to="/staff/queues">{QUEUES[queue].label}</Link> },
    { label: 'State', cell: (health) => <StatusBadge state={stateOf(health, at)} /> },
    { label: 'Waiting', cell: ({ depth }) => depth.toLocaleString('en'), align: 'end' },
    { label: 'Due now', cell: ({ due }) => due.toLocaleString('en'), align: 'end' },
    { label: 'Oldest due', cell: ({ overdue_since }) => <RelativeTime time={overdue_since} /> },
  ];
  return (
    <section className={classes['queues']} aria-label="Queues">
      <Text component="h2" fw={600} size="sm">
        Queues
      </Text>
      <ListTable label="Queues" rows={queues} columns={columns} rowKey={({ queue }) => queue} />
    </section>
  );
}
