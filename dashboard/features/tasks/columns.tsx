import { Text } from '@mantine/core';
import type { Column } from '../../components/ListPage.tsx';
import { Id } from '../../components/Id.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { shortDate } from '../../format/time.ts';
import type { Task } from './api.ts';
import { PriorityMenu, StatusMenu } from './QuickEdit.tsx';
import { dueState, sourceLabel } from './labels.ts';
import { t } from '../../language/t.ts';

export const TASK_COLUMNS: readonly Column<Task>[] = [
  { label: t('Task'), cell: ({ title }) => title },
  { label: t('Status'), cell: (task) => <StatusMenu task={task} />, isPlainOnPhone: true },
  { label: t('Priority'), cell: (task) => <PriorityMenu task={task} />, isPlainOnPhone: true },
  {
    label: t('Assignee'),
    cell: ({ assigned_to }) => assigned_to?.name ?? <Unassigned />,
    isPlainOnPhone: true,
  },
  { label: t('Due'), cell: (task) => <DueDate task={task} />, isPlainOnPhone: true },
  {
    label: t('External id'),
    cell: ({ external_id }) => (external_id ? <Id id={external_id} what={t('external id')} /> : '–'),
    hiddenOnPhone: true,
  },
  { label: t('Source'), cell: ({ source }) => sourceLabel(source), hiddenOnPhone: true },
  {
    label: t('Created'),
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    align: 'end',
    hiddenOnPhone: true,
  },
];

function Unassigned() {
  return (
    <Text span size="sm" c="dimmed">
      {t('No user')}
    </Text>
  );
}

export function DueDate({ task }: { task: Task }) {
  if (task.due_date === null) return <span data-none>–</span>;
  const due = dueState(task);
  const late = due === 'overdue';
  return (
    <span style={{ whiteSpace: 'nowrap', ...(late && { color: 'var(--bad)', fontWeight: 550 }) }}>
      {due === 'today' ? t('Today') : shortDate(task.due_date)}
      {late && ` · ${t('overdue')}`}
    </span>
  );
}
