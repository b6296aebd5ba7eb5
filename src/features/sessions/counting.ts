import { rangeOf } from '../../lib/timestamps.ts';
import type { View } from '../counts/view.ts';
import { SESSION_ROLES, SESSION_STATUSES, type Session, type SessionFilter } from './contract.ts';

/** Rows that agree in all of this lie together in an index, in the order of the list. */
export type Branch = Pick<Session, 'status' | 'role'>;

/** The branches of a filter; none where the index of all rows will do. */
export function branchesOf({ status, role }: SessionFilter): Branch[] {
  if (status === undefined && role === undefined) return [];
  const statuses = status === undefined ? SESSION_STATUSES : [status];
  const roles = role === undefined ? SESSION_ROLES : [role];
  return statuses.flatMap((one) => roles.map((other) => ({ status: one, role: other })));
}

export function viewOf(filter: SessionFilter): View {
  const branches = branchesOf(filter);
  return {
    counted: 'sessions',
    owner: undefined,
    traits: branches.length === 0 ? undefined : branches.map(({ status, role }) => `${status} ${role}`),
    ...rangeOf(filter),
    limit: filter.limit,
    offset: filter.offset,
  };
}
