import { Text } from '@mantine/core';
import type { Column } from '../../components/ListPage.tsx';
import { Id } from '../../components/Id.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { shortDate } from '../../components/time.ts';
import type { Task } from './api.ts';
import { PriorityMenu, StatusMenu } from './QuickEdit.tsx';
import { isOverdue, sourceWord } from './words.ts';

export const COLUMNS: readonly Column<Task>[] = [
  { label: 'Task', cell: ({ title }) => title },
  { label: 'Status', cell: (task) => <StatusMenu task={task} />, isPlainOnPhone: true },
  { label: 'Priority', cell: (task) => <PriorityMenu task={task} />, isPlainOnPhone: true },
  {
    label: 'Assignee',
    cell: ({ assigned_to }) => assigned_to?.name ?? <Unassigned />,
    isPlainOnPhone: true,
  },
  { label: 'Due', cell: (task) => <Due task={task} />, isPlainOnPhone: true },
  {
    label: 'External id',
    cell: ({ external_id }) => (external_id ? <Id id={external_id} what="external id" /> : '–'),
    hiddenOnPhone: true,
  },
  { label: 'Source', cell: ({ source }) => sourceWord(source), hiddenOnPhone: true },
  {
    label: 'Created',
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    align: 'end',
    hiddenOnPhone: true,
  },
];

function Unassigned() {
  return (
    <Text span size="sm" c="dimmed">
      Nobody
    </Text>
  );
}

export function Due({ task }: { task: Task }) {
  if (task.due_date === null) return <span data-none>–</span>;
  const late = isOverdue(task);
  return (
    <span style={{ whiteSpace: 'nowrap', ...(late && { color: 'var(--bad)', fontWeight: 550 }) }}>
      {shortDate(task.due_date)}
      {late && ' · overdue'}
    </span>
  );
}
