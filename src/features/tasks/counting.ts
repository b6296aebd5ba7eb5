import { rangeOf } from '../../lib/timestamps.ts';
import type { View } from '../counts/view.ts';
import { TASK_SOURCES, TASK_STATUSES, type Task, type TaskFilter } from './contract.ts';

export type ListFilter = TaskFilter & {
  /** Only what is still to be done and should have been by then. */
  due_before?: Date;
};

/** Rows that agree in all of this lie together in an index, in the order of the list. */
export type Branch = Pick<Task, 'status' | 'source'>;

/** The branches of a filter; one without any where the index of all rows will do. */
export function branchesOf({ status, source, assigned_to }: TaskFilter): Partial<Branch>[] {
  if (status === undefined && source === undefined && assigned_to === undefined) return [{}];
  const statuses = status === undefined ? TASK_STATUSES : [status];
  const sources = source === undefined ? TASK_SOURCES : [source];
  return statuses.flatMap((one) => sources.map((other) => ({ status: one, source: other })));
}

/** Counted row by row: few have a reference of the caller's own, and few are late. */
export function isFew({ external_id, due_before }: ListFilter): boolean {
  return external_id !== undefined || due_before !== undefined;
}

export function viewOf(filter: ListFilter): View {
  const { status, source, assigned_to, limit, offset } = filter;
  const is_narrow = status !== undefined || source !== undefined;
  return {
    counted: 'tasks',
    owner: assigned_to,
    traits: is_narrow ? branchesOf(filter).map(traitOf) : undefined,
    ...rangeOf(filter),
    is_uncounted: isFew(filter),
    limit,
    offset,
  };
}

function traitOf({ status, source }: Partial<Branch>): string {
  return `${status} ${source}`;
}
