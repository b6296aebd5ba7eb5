import { pageOf, type Paged } from '../../../lib/sql/paging.ts';
import { unplanned, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import { rangeOf, toDatabase } from '../../../lib/time/timestamps.ts';
import type { Task, WorkFilter } from '../contract.ts';
import { COUNTED_TASKS, type DueRange } from './counted.ts';
import { taskColumns, withAssignee } from './tasks.ts';

type Filter = Omit<WorkFilter, 'due'> & DueRange;

/** More are not counted. */
export const MOST_COUNTED = 1_000;
/** So many tasks with a word are put in order; of a word that more have, these and the newest. */
const MOST_WORDED = 10_000;
const NEWEST = 2_000;
/** Few words begin with the same letters, when there are so many. */
const FEW_BEGIN_WITH = 3;

/** A page by title, by priority or in another order, and how many match, as far as they are counted. */
export async function findWork(
  db: Queryable,
  account_id: string,
  filter: Filter,
): Promise<{ tasks: Task[]; matches: number }> {
  const { limit, offset } = filter;
  const counted = Math.max(MOST_COUNTED, offset + limit) + 1;
  const rows = await db<Paged<Task & { place: number }>[]>`
    with match as materialized (
      select task.id, row_number() over () as place
      from (
        select task.id
        from ${source(db, account_id, filter)} as task
        where task.account_id = ${account_id}
          ${matching(db, filter)}
        order by ${order(db, filter)}
        limit ${counted}
      ) as task
    )
    select matching.total, page.*
    from (
      select count(*)::int as total
      from match
    ) as matching
    left join lateral (
      select ${taskColumns(db)}, shown.place
      from (
        select match.id, match.place
        from match
        order by match.place
        limit ${limit}
        offset ${offset}
      ) as shown
      join tasks as task
        on task.account_id = ${account_id}
        and task.id = shown.id
      ${withAssignee(db, account_id)}
    ) as page on true
    order by page.place`;
  const { shown, total } = pageOf(rows);
  return { tasks: shown.map(({ place, ...task }) => task), matches: total };
}

export type OwnWork = { tasks: Task[]; open: number; overdue: number };

/** Open tasks of a user: overdue first, then by date, then those without a date. `overdue` counts up to `most`. */
export async function listOwnWork(
  db: Queryable,
  account_id: string,
  { user_id, now, limit, most }: { user_id: string; now: Date; limit: number; most: number },
): Promise<OwnWork> {
  const [tasks, open, [overdue]] = await Promise.all([
    db<Task[]>`
      select ${taskColumns(db)}
      from (
        select *
        from tasks as task
        where task.account_id = ${account_id}
          ${andOpenOf(db, user_id)}
        order by task.due_date, ${urgency(db)}, task.id
        limit ${limit}
      ) as task
      ${withAssignee(db, account_id)}
      order by task.due_date, ${urgency(db)}, task.id`,
    COUNTED_TASKS.readTotal(db, account_id, 'status', ['open', 'in_progress'], user_id),
    db<[{ count: number }]>`
      select count(*)::int as count
      from (
        select
        from tasks as task
        where task.account_id = ${account_id}
          ${andOpenOf(db, user_id)}
          and task.due_date < ${now}
        limit ${most}
      ) as overdue`,
  ]);
  return { tasks, open, overdue: overdue.count };
}

// across accounts: a condition of statements that name the account
function andOpenOf(db: Queryable, user_id: string): Fragment {
  return db`
    and task.assigned_to = ${user_id}
    and task.status in ('open', 'in_progress')`;
}

function source(db: Queryable, account_id: string, { title }: Filter): Fragment {
  if (title === undefined) return db`tasks`;
  return db`(
    (
      select *
      from tasks as task
      where task.account_id = ${account_id}
        and ${whereWords(db, account_id, { title, shortest: FEW_BEGIN_WITH })}
      limit ${MOST_WORDED}
    )
    union
    (
      select *
      from (
        select *
        from tasks as task
        where task.account_id = ${account_id}
        order by task.created_at desc, task.id desc
        limit ${NEWEST}
      ) as task
      where ${whereWords(db, account_id, { title, shortest: 1 })}
    )
  )`;
}

// across accounts: a condition of a statement that names the account
function whereWords(
  db: Queryable,
  account_id: string,
  { title, shortest }: { title: string; shortest: number },
): Fragment {
  return db`
    search_words(task.account_id, task.title || coalesce(' ' || task.external_id, ''))
      @@ (select search_query(${account_id}, ${unplanned(db, 'text', title)}, ${shortest}))`;
}

// across accounts: conditions of a statement that names the account
function matching(db: Queryable, filter: Filter): Fragment {
  const { status, source, assigned_to, external_id, priority, due_from, due_before } = filter;
  const { from, before } = rangeOf(filter);
  const conditions = [
    status && db`task.status = ${status}`,
    source && db`task.source = ${source}`,
    assigned_to && db`task.assigned_to = ${assigned_to}`,
    external_id !== undefined && db`task.external_id = ${external_id}`,
    priority && db`${urgency(db)} = array_position(${urgencies(db)}, ${priority})`,
    from && db`task.created_at >= ${at(db, from)}`,
    before && db`task.created_at < ${at(db, before)}`,
    due_from && db`task.due_date >= ${at(db, due_from)}`,
    due_before && db`task.status in ('open', 'in_progress') and task.due_date < ${at(db, due_before)}`,
  ];
  return conditions.reduce<Fragment>((all, one) => (one ? db`${all} and ${one}` : all), db``);
}

function at(db: Queryable, moment: Date): Fragment {
  return unplanned(db, 'timestamptz', toDatabase(moment));
}

// across accounts: the order of a statement that names the account
function order(db: Queryable, { sort }: Filter): Fragment {
  if (sort === 'due_date') return db`task.due_date, task.id`;
  const newest = db`task.created_at desc, task.id desc`;
  return sort === 'priority' ? db`${urgency(db)}, ${newest}` : newest;
}

/** As the index by priority has it. */
function urgency(db: Queryable): Fragment {
  return db`array_position(${urgencies(db)}, task.priority)`;
}

function urgencies(db: Queryable): Fragment {
  return db`array['urgent', 'high', 'medium', 'low']`;
}
