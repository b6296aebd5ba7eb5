import { toAccountDay } from '../../format/format.ts';
import type { BadgeTone } from '../../components/StatusBadge.tsx';
import type { Task, DashboardTaskFilter } from './api.ts';
import { labelInSentence, t, verbatim, type Label } from '../../language/t.ts';

export const TASK_STATUS_OPTIONS = [
  { value: 'open', label: t('Open') },
  { value: 'in_progress', label: t('In progress') },
  { value: 'completed', label: t('Completed') },
  { value: 'cancelled', label: t('Cancelled') },
] as const satisfies readonly { value: Task['status']; label: Label }[];

export const TASK_PRIORITY_OPTIONS = [
  { value: 'urgent', label: t('Urgent'), tone: 'bad' },
  { value: 'high', label: t('High'), tone: 'warn' },
  { value: 'medium', label: t('Medium'), tone: 'busy' },
  { value: 'low', label: t('Low'), tone: 'quiet' },
] as const satisfies readonly { value: Task['priority']; label: Label; tone: BadgeTone }[];

export const TASK_SOURCE_OPTIONS = [
  { value: 'manual', label: t('Dashboard') },
  { value: 'api', label: verbatim('API') },
  { value: 'integration', label: t('Integration') },
] as const satisfies readonly { value: Task['source']; label: Label }[];

export const DUE_OPTIONS = [
  { value: 'overdue', label: t('Overdue') },
  { value: 'today', label: t('Due today') },
] as const satisfies readonly { value: DashboardTaskFilter['due']; label: Label }[];

/** Returns a status or a priority as a word inside a sentence; other values are returned unchanged. */
export function optionLabelInSentence(value: string): string {
  const known = [...TASK_STATUS_OPTIONS, ...TASK_PRIORITY_OPTIONS].find((one) => one.value === value);
  return known ? labelInSentence(known.label) : value;
}

export function taskSourceLabel(source: Task['source']): string {
  return TASK_SOURCE_OPTIONS.find(({ value }) => value === source)?.label ?? source;
}

/**
 * Compares the due date with today in the account's time zone; null if the task is done, has no due date, or is due
 * later.
 */
export function dueState({ due_date, status }: Task, now = Date.now()): 'overdue' | 'today' | null {
  const isOpen = status === 'open' || status === 'in_progress';
  if (!isOpen || due_date === null) return null;
  if (Date.parse(due_date) < now) return 'overdue';
  return toAccountDay(due_date) === toAccountDay(now) ? 'today' : null;
}
