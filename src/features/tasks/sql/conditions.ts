import { prefixQuery, type PrefixSearch } from '../../../lib/sql/prefixQuery.ts';
import { hideFromPlanner, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import { halfOpenRangeOf, toDatabaseTimestamp } from '../../../lib/time/timestamps.ts';
import type { DashboardTaskFilter } from '../contract.ts';

/** A range of due dates. It matches only unfinished tasks. */
export type DueDateRange = { due_from?: Date | undefined; due_before?: Date | undefined };

export type WorkFilter = Omit<DashboardTaskFilter, 'due'> & DueDateRange;

// across accounts: a condition in a statement that filters by account
export function whereTextMatches(db: Queryable, account_id: string, search: PrefixSearch): Fragment {
  return db`
    search_words(task.account_id, task.title || coalesce(' ' || task.external_id, ''))
      @@ ${prefixQuery(db, account_id, search)}`;
}

// across accounts: conditions in a statement that filters by account
export function whereTaskMatches(
  db: Queryable,
  filter: Omit<WorkFilter, 'sort' | 'limit' | 'offset'>,
): Fragment {
  const { status, source, assigned_to, external_id, priority, due_from, due_before } = filter;
  const { from, before } = halfOpenRangeOf(filter);
  const conditions = [
    status && db`task.status = ${status}`,
    source && db`task.source = ${source}`,
    assigned_to && db`task.assigned_to = ${assigned_to}`,
    external_id !== undefined && db`task.external_id = ${external_id}`,
    priority && db`${priorityRank(db)} = array_position(${urgencies(db)}, ${priority})`,
    from && db`task.created_at >= ${at(db, from)}`,
    before && db`task.created_at < ${at(db, before)}`,
  ];
  return conditions.reduce<Fragment>(
    (all, one) => (one ? db`${all} and ${one}` : all),
    db`${andDue(db, { due_from, due_before })} ${andCompleted(db, filter)}`,
  );
}

type CompletionRange = Pick<WorkFilter, 'completed_from' | 'completed_to'>;

// across accounts: conditions in a statement that filters by account
export function andCompleted(db: Queryable, { completed_from, completed_to }: CompletionRange): Fragment {
  const { from, before } = halfOpenRangeOf({ from: completed_from, to: completed_to });
  return db`
    ${from ? db`and task.completed_at >= ${at(db, from)}` : db``}
    ${before ? db`and task.completed_at < ${at(db, before)}` : db``}`;
}

// across accounts: conditions in a statement that filters by account
export function andDue(db: Queryable, { due_from, due_before }: DueDateRange): Fragment {
  return db`
    ${due_from === undefined ? db`` : db`and task.due_date >= ${at(db, due_from)}`}
    ${
      due_before === undefined
        ? db``
        : db`and task.status in ('open', 'in_progress') and task.due_date < ${at(db, due_before)}`
    }`;
}

function at(db: Queryable, moment: Date): Fragment {
  return hideFromPlanner(db, 'timestamptz', toDatabaseTimestamp(moment));
}

/** The rank of a task's priority. It must equal the expression of the index on priority. */
// across accounts: an expression in a statement that filters by account
export function priorityRank(db: Queryable): Fragment {
  return db`array_position(${urgencies(db)}, task.priority)`;
}

function urgencies(db: Queryable): Fragment {
  return db`array['urgent', 'high', 'medium', 'low']`;
}
