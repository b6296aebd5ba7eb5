import { rangeOf } from '../../lib/timestamps.ts';
import type { View } from '../counts/view.ts';
import { SESSION_ROLES, SESSION_STATUSES, type Session, type SessionFilter } from './contract.ts';

/** Rows that agree in all of this lie together in an index, in the order of the list. */
export type Branch = Pick<Session, 'status' | 'role'>;

/** The branches of a filter; one without any where the index of all rows will do. */
export function branchesOf({ status, role }: SessionFilter): Partial<Branch>[] {
  if (status === undefined && role === undefined) return [{}];
  const statuses = status === undefined ? SESSION_STATUSES : [status];
  const roles = role === undefined ? SESSION_ROLES : [role];
  return statuses.flatMap((one) => roles.map((other) => ({ status: one, role: other })));
}

export function viewOf(filter: SessionFilter): View {
  const { status, role } = filter;
  const is_narrow = status !== undefined || role !== undefined;
  return {
    counted: 'sessions',
    owner: undefined,
    traits: is_narrow ? branchesOf(filter).map(traitOf) : undefined,
    ...rangeOf(filter),
    limit: filter.limit,
    offset: filter.offset,
  };
}

function traitOf({ status, role }: Partial<Branch>): string {
  return `${status} ${role}`;
}
