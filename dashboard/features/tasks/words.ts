import type { Tone } from '../../components/StatusBadge.tsx';
import type { Task, WorkFilter } from './api.ts';

export const STATUSES = [
  { value: 'open', label: 'Open' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const satisfies readonly { value: Task['status']; label: string }[];

export const PRIORITIES = [
  { value: 'urgent', label: 'Urgent', tone: 'bad' },
  { value: 'high', label: 'High', tone: 'warn' },
  { value: 'medium', label: 'Medium', tone: 'busy' },
  { value: 'low', label: 'Low', tone: 'quiet' },
] as const satisfies readonly { value: Task['priority']; label: string; tone: Tone }[];

export const SOURCES = [
  { value: 'manual', label: 'By hand' },
  { value: 'api', label: 'API' },
  { value: 'integration', label: 'Integration' },
] as const satisfies readonly { value: Task['source']; label: string }[];

export const DUE = [{ value: 'overdue', label: 'Overdue' }] as const satisfies readonly {
  value: WorkFilter['due'];
  label: string;
}[];

export const SORTS = [
  { value: 'due_date', label: 'Due first' },
  { value: 'priority', label: 'Most urgent first' },
] as const satisfies readonly { value: WorkFilter['sort']; label: string }[];

export function sourceWord(source: Task['source']): string {
  return SOURCES.find(({ value }) => value === source)?.label ?? source;
}

export function isOverdue({ due_date, status }: Task): boolean {
  const isOpen = status === 'open' || status === 'in_progress';
  return isOpen && due_date !== null && Date.parse(due_date) < Date.now();
}
