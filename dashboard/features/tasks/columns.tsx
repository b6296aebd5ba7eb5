import { Text } from '@mantine/core';
import type { Column } from '../../components/ListPage.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { shortDate } from '../../format/time.ts';
import type { Task } from './api.ts';
import { PriorityMenu, StatusMenu } from './QuickEdit.tsx';
import { dueState, taskSourceLabel } from './labels.ts';
import { t } from '../../language/t.ts';

export const TASK_COLUMNS: readonly Column<Task>[] = [
  { key: 'task', label: t('Task'), cell: ({ title }) => title },
  { key: 'status', label: t('Status'), cell: (task) => <StatusMenu task={task} />, isPlainOnPhone: true },
  {
    key: 'priority',
    label: t('Priority'),
    cell: (task) => <PriorityMenu task={task} />,
    sort: { descending: 'priority' },
    isPlainOnPhone: true,
  },
  {
    key: 'assignee',
    label: t('Assignee'),
    cell: ({ assigned_to }) => (assigned_to ? <UserLink user={assigned_to} /> : <Unassigned />),
    isPlainOnPhone: true,
  },
  {
    key: 'due',
    label: t('Due'),
    cell: (task) => <DueDate task={task} />,
    sort: { ascending: 'due_date' },
    isPlainOnPhone: true,
  },
  {
    key: 'externalId',
    label: t('External id'),
    cell: ({ external_id }) => (external_id ? <CopyableId id={external_id} what={t('external id')} /> : '–'),
    hiddenOnPhone: true,
  },
  { key: 'source', label: t('Source'), cell: ({ source }) => taskSourceLabel(source), hiddenOnPhone: true },
  {
    key: 'created',
    label: t('Created'),
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    sort: { descending: '' },
    align: 'end',
    hiddenOnPhone: true,
  },
];

function Unassigned() {
  return (
    <Text span size="sm" c="dimmed">
      {t('Unassigned')}
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
