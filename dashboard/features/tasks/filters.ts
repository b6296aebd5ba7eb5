import type { ReactNode } from 'react';
import type { Filter } from '../../components/FilterBar.tsx';
import { useUserOptions } from '../people/api.ts';
import type { TaskSearch } from './api.ts';
import { DUE_OPTIONS, PRIORITIES, SORTS, SOURCES, STATUSES } from './labels.ts';
import { t } from '../../language/t.ts';

/** The properties of the table and the board. */
export type TaskViewProps = {
  filter: TaskSearch;
  onOpen: (id: string) => void;
  actions: ReactNode;
  end: ReactNode;
};

export function useTaskFilters(): readonly Filter[] {
  const people = useUserOptions();
  return [
    { kind: 'text', name: 'title', label: t('Title') },
    { kind: 'select', name: 'status', label: t('Status'), options: STATUSES },
    { kind: 'select', name: 'priority', label: t('Priority'), options: PRIORITIES },
    { kind: 'select', name: 'assigned_to', label: t('Assignee'), options: people },
    { kind: 'select', name: 'source', label: t('Source'), options: SOURCES },
    { kind: 'select', name: 'due', label: t('Due'), options: DUE_OPTIONS },
    { kind: 'text', name: 'external_id', label: t('External id') },
    { kind: 'date', name: 'from', label: t('Created from') },
    { kind: 'date', name: 'to', label: t('Created until') },
    { kind: 'select', name: 'sort', label: t('Sort by'), options: SORTS },
  ];
}
