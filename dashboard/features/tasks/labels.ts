import { toAccountDay } from '../../format/format.ts';
import type { Tone } from '../../components/StatusBadge.tsx';
import type { Task, WorkFilter } from './api.ts';
import { inSentence, t } from '../../language/t.ts';

export const STATUSES = [
  { value: 'open', label: t('Open') },
  { value: 'in_progress', label: t('In progress') },
  { value: 'completed', label: t('Completed') },
  { value: 'cancelled', label: t('Cancelled') },
] as const satisfies readonly { value: Task['status']; label: string }[];

export const PRIORITIES = [
  { value: 'urgent', label: t('Urgent'), tone: 'bad' },
  { value: 'high', label: t('High'), tone: 'warn' },
  { value: 'medium', label: t('Medium'), tone: 'busy' },
  { value: 'low', label: t('Low'), tone: 'quiet' },
] as const satisfies readonly { value: Task['priority']; label: string; tone: Tone }[];

export const SOURCES = [
  { value: 'manual', label: t('Dashboard') },
  { value: 'api', label: 'API' },
  { value: 'integration', label: t('Integration') },
] as const satisfies readonly { value: Task['source']; label: string }[];

export const DUE_OPTIONS = [
  { value: 'overdue', label: t('Overdue') },
  { value: 'today', label: t('Due today') },
] as const satisfies readonly { value: WorkFilter['due']; label: string }[];

export const SORTS = [
  { value: 'due_date', label: t('Due date') },
  { value: 'priority', label: t('Priority, highest first') },
] as const satisfies readonly { value: WorkFilter['sort']; label: string }[];

/** A status or priority within a sentence; others as they are. */
export function optionText(value: string): string {
  const known = [...STATUSES, ...PRIORITIES].find((one) => one.value === value);
  return known ? inSentence(known.label) : value;
}

export function sourceLabel(source: Task['source']): string {
  return SOURCES.find(({ value }) => value === source)?.label ?? source;
}

/** In the account's time zone; null for what is done, has no date or time yet. */
export function dueState({ due_date, status }: Task, now = Date.now()): 'overdue' | 'today' | null {
  const isOpen = status === 'open' || status === 'in_progress';
  if (!isOpen || due_date === null) return null;
  if (Date.parse(due_date) < now) return 'overdue';
  return toAccountDay(due_date) === toAccountDay(now) ? 'today' : null;
}
