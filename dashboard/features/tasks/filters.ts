import type { ReactNode } from 'react';
import type { Filter } from '../../components/filters.ts';
import type { ViewList } from '../../components/savedViews.ts';
import { ALL_USER_SOURCE } from '../people/api.ts';
import type { TaskListFilter } from './api.ts';
import { DUE_OPTIONS, TASK_PRIORITY_OPTIONS, TASK_SOURCE_OPTIONS, TASK_STATUS_OPTIONS } from './labels.ts';
import { t } from '../../language/t.ts';

/** The properties that the table and the board share. */
export type TaskViewProps = {
  filter: TaskListFilter;
  views: ViewList;
  onOpen: (id: string) => void;
  actions: ReactNode;
  end: ReactNode;
};

export const TASK_FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'title', label: t('Search titles') },
  { kind: 'select', name: 'status', label: t('Status'), options: TASK_STATUS_OPTIONS },
  { kind: 'select', name: 'priority', label: t('Priority'), options: TASK_PRIORITY_OPTIONS },
  { kind: 'record', name: 'assigned_to', label: t('Assignee'), source: ALL_USER_SOURCE },
  { kind: 'select', name: 'source', label: t('Source'), options: TASK_SOURCE_OPTIONS },
  { kind: 'select', name: 'due', label: t('Due'), options: DUE_OPTIONS },
  { kind: 'text', name: 'external_id', label: t('External id') },
  { kind: 'date', name: 'from', label: t('Created from') },
  { kind: 'date', name: 'to', label: t('Created until') },
  { kind: 'date', name: 'completed_from', label: t('Completed from') },
  { kind: 'date', name: 'completed_to', label: t('Completed until') },
];

export function listTaskViews(user_id: string): ViewList {
  return {
    list: 'task',
    builtIn: [
      {
        name: t('My tasks by due date'),
        filter: { assigned_to: user_id, status: 'open', sort: 'due_date' },
      },
      { name: t('Overdue'), filter: { due: 'overdue' } },
      { name: t('Due today'), filter: { due: 'today' } },
      { name: t('Open and urgent'), filter: { status: 'open', priority: 'urgent' } },
    ],
  };
}
