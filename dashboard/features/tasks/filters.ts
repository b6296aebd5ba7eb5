import type { ReactNode } from 'react';
import type { Filter } from '../../components/FilterBar.tsx';
import { useUserOptions } from '../people/api.ts';
import type { TaskSearch } from './api.ts';
import { DUE, PRIORITIES, SORTS, SOURCES, STATUSES } from './words.ts';

/** What the table and the board are given alike. */
export type TaskViewProps = {
  filter: TaskSearch;
  onOpen: (id: string) => void;
  actions: ReactNode;
  end: ReactNode;
};

export function useTaskFilters(): readonly Filter[] {
  const people = useUserOptions();
  return [
    { kind: 'text', name: 'title', label: 'Title' },
    { kind: 'select', name: 'status', label: 'Status', options: STATUSES },
    { kind: 'select', name: 'priority', label: 'Priority', options: PRIORITIES },
    { kind: 'select', name: 'assigned_to', label: 'Assignee', options: people },
    { kind: 'select', name: 'source', label: 'Source', options: SOURCES },
    { kind: 'select', name: 'due', label: 'Due', options: DUE },
    { kind: 'text', name: 'external_id', label: 'External id' },
    { kind: 'date', name: 'from', label: 'Created from' },
    { kind: 'date', name: 'to', label: 'Created until' },
    { kind: 'select', name: 'sort', label: 'Order', options: SORTS },
  ];
}
