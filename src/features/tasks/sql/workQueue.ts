import { MOST_SEARCHED } from '../../../lib/sql/logSearch.ts';
import { pageOf, type RowWithTotal } from '../../../lib/sql/paging.ts';
import { prefixQuery } from '../../../lib/sql/prefixQuery.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { Task } from '../contract.ts';
import {
  andCompleted,
  andDue,
  whereTaskMatches,
  priorityRank,
  whereTextMatches,
  type WorkFilter,
} from './conditions.ts';
import { COUNTED_TASKS } from './counted.ts';
import { taskColumns, withAssignee } from './tasks.ts';

/** The maximum number of matches that are counted. */
export const MOST_COUNTED_TASKS = 1_000;
/** The maximum number of tasks to search for words, lower than for other filters because splitting titles is slow. */
export const MOST_SPLIT = 2_000;
/** Minimum length of a word prefix that is searched in the word index; a shorter prefix matches too many words. */
const MIN_INDEXED_PREFIX = 3;

/** `searched_to` is the creation time of the newest task that was not searched; null if all tasks were searched. */
export type WorkQueue = { tasks: Task[]; matches: number; searched_to: string | null };

/**
 * Lists tasks for filters and orders without stored counts. To stay fast with millions of tasks, it reads an index
 * alone if that has the order of the page or few matches; otherwise it searches only the newest tasks. Trade-off:
 * matches are counted up to a limit, and `searched_to` tells the page which older tasks were not searched.
 */
export async function listWorkQueue(
  db: Queryable,
  account_id: string,
  filter: WorkFilter,
): Promise<WorkQueue> {
  const whole = (source: Fragment) => findIn(db, account_id, filter, source);
  if (isInOrder(filter)) return { ...(await whole(db`tasks`)), searched_to: null };
  if (filter.title !== undefined) return findByWords(db, account_id, { ...filter, title: filter.title });
  const few = fewRows(db, account_id, filter);
  if (few && (await hasFewRows(db, few))) return { ...(await whole(db`(${few})`)), searched_to: null };
  const found = await whole(newestRows(db, account_id, filter, MOST_SEARCHED));
  const is_cut = found.matches >= countedOf(filter);
  return { ...found, searched_to: is_cut ? null : await findUnread(db, account_id, filter, MOST_SEARCHED) };
}

/** True if an index contains exactly the matching tasks in the order of the page. */
function isInOrder({ sort, priority, due_before, ...others }: WorkFilter): boolean {
  const { title, status, source, assigned_to, external_id, from, to, completed_from, completed_to } = others;
  const range = from ?? to ?? completed_from ?? completed_to;
  if ((due_before ?? title ?? status ?? source ?? assigned_to ?? external_id ?? range) !== undefined)
    return false;
  return sort !== 'due_date' || priority === undefined;
}

function countedOf({ limit, offset }: WorkFilter): number {
  return Math.max(MOST_COUNTED_TASKS, offset + limit) + 1;
}

async function findIn(
  db: Queryable,
  account_id: string,
  filter: WorkFilter,
  source: Fragment,
): Promise<Omit<WorkQueue, 'searched_to'>> {
  const { limit, offset } = filter;
  const rows = await db<RowWithTotal<Task & { place: number }>[]>`
    with match as materialized (
      select task.id, row_number() over () as place
      from (
        select task.id
        from ${source} as task
        where task.account_id = ${account_id}
          ${whereTaskMatches(db, filter)}
        order by ${taskOrder(db, filter)}
        limit ${countedOf(filter)}
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

/** Selects the tasks by an indexed condition that usually few tasks meet; undefined if the filter has none. */
function fewRows(db: Queryable, account_id: string, filter: WorkFilter): Fragment | undefined {
  const indexed = indexedCondition(db, filter);
  if (!indexed) return undefined;
  return db`
    select task.*
    from tasks as task
    where task.account_id = ${account_id}
      ${indexed.and}
    order by ${indexed.order}`;
}

// across accounts: conditions in a statement that filters by account
function indexedCondition(db: Queryable, filter: WorkFilter): { and: Fragment; order: Fragment } | undefined {
  const { external_id, due_from, due_before, completed_from, completed_to } = filter;
  if (external_id !== undefined)
    return { and: db`and task.external_id = ${external_id}`, order: db`task.external_id` };
  if (due_before !== undefined)
    return { and: andDue(db, { due_from, due_before }), order: db`task.due_date` };
  if ((completed_from ?? completed_to) !== undefined)
    return { and: andCompleted(db, filter), order: db`task.completed_at` };
  return undefined;
}

// across accounts: the given select filters by account
async function hasFewRows(db: Queryable, rows: Fragment): Promise<boolean> {
  const beyond = await db`
    ${rows}
    limit 1
    offset ${MOST_SEARCHED}`;
  return beyond.length === 0;
}

/** Selects the newest tasks by the counted columns of the filter. With a due date, only unfinished tasks match. */
function newestRows(db: Queryable, account_id: string, filter: WorkFilter, most: number): Fragment {
  return db`(
    ${COUNTED_TASKS.newestRows(db, account_id, listsOf(filter), '*')}
    limit ${most}
  )`;
}

async function findUnread(
  db: Queryable,
  account_id: string,
  filter: WorkFilter,
  most: number,
): Promise<string | null> {
  const [unread] = await db<{ at: string }[]>`
    ${COUNTED_TASKS.newestRows(db, account_id, listsOf(filter), 'id')}
    limit 1
    offset ${most}`;
  return unread?.at ?? null;
}

function listsOf(filter: WorkFilter): [WorkFilter, ...WorkFilter[]] {
  if (filter.due_before === undefined || filter.status !== undefined) return [filter];
  return [
    { ...filter, status: 'open' },
    { ...filter, status: 'in_progress' },
  ];
}

type Worded = WorkFilter & { title: string };

/**
 * Finds tasks by words, first among the newest tasks. The unordered word index is read only if these are too few or
 * another order is requested. For a frequent word, not all older matches are found.
 */
async function findByWords(db: Queryable, account_id: string, filter: Worded): Promise<WorkQueue> {
  const { title, sort } = filter;
  const counted = countedOf(filter);
  const found = await findIn(
    db,
    account_id,
    filter,
    db`(
      with newest as materialized (
        select task.*
        from ${newestRows(db, account_id, filter, MOST_SPLIT)} as task
        where ${whereTextMatches(db, account_id, { text: title, shortest: 1 })}
          ${whereTaskMatches(db, filter)}
      )
      select *
      from newest
      union
      select worded.*, worded.created_at as at
      from (
        ${rowsByWordIndex(db, account_id, filter)}
        limit ${MOST_SEARCHED}
      ) as worded
      where ${sort === undefined ? db`(select count(*) from newest) < ${counted}` : db`true`}
    )`,
  );
  const is_whole = found.matches >= counted || (await isWordSearchComplete(db, account_id, filter));
  return { ...found, searched_to: is_whole ? null : await findUnread(db, account_id, filter, MOST_SPLIT) };
}

function rowsByWordIndex(db: Queryable, account_id: string, { title }: Worded): Fragment {
  return db`
    select task.*
    from tasks as task
    where task.account_id = ${account_id}
      and ${whereTextMatches(db, account_id, { text: title, shortest: MIN_INDEXED_PREFIX })}`;
}

/** True if the word index covers all the words and has so few matches that the search has read all of them. */
async function isWordSearchComplete(db: Queryable, account_id: string, filter: Worded): Promise<boolean> {
  const words = prefixQuery(db, account_id, { text: filter.title, shortest: MIN_INDEXED_PREFIX });
  const [asked] = await db<[{ is_indexed: boolean }]>`select ${words} is not null as is_indexed`;
  return asked.is_indexed && hasFewRows(db, rowsByWordIndex(db, account_id, filter));
}

export type UserTasks = { tasks: Task[]; open: number; overdue: number };

/** Unfinished tasks of a user, by due date; tasks without a due date come last. `overdue` is counted up to `most`. */
export async function listUserTasks(
  db: Queryable,
  account_id: string,
  { user_id, now, limit, most }: { user_id: string; now: Date; limit: number; most: number },
): Promise<UserTasks> {
  const [tasks, open, [overdue]] = await Promise.all([
    db<Task[]>`
      select ${taskColumns(db)}
      from (
        select *
        from tasks as task
        where task.account_id = ${account_id}
          ${andOpenTaskOf(db, user_id)}
        order by task.due_date, ${priorityRank(db)}, task.id
        limit ${limit}
      ) as task
      ${withAssignee(db, account_id)}
      order by task.due_date, ${priorityRank(db)}, task.id`,
    COUNTED_TASKS.readTotal(db, account_id, 'status', ['open', 'in_progress'], user_id),
    db<[{ count: number }]>`
      select count(*)::int as count
      from (
        select
        from tasks as task
        where task.account_id = ${account_id}
          ${andOpenTaskOf(db, user_id)}
          and task.due_date < ${now}
        limit ${most}
      ) as overdue`,
  ]);
  return { tasks, open, overdue: overdue.count };
}

// across accounts: a condition in statements that filter by account
function andOpenTaskOf(db: Queryable, user_id: string): Fragment {
  return db`
    and task.assigned_to = ${user_id}
    and task.status in ('open', 'in_progress')`;
}

// across accounts: the order of a statement that filters by account
export function taskOrder(db: Queryable, { sort }: { sort?: WorkFilter['sort'] | undefined }): Fragment {
  if (sort === 'due_date') return db`task.due_date, task.id`;
  const newest = db`task.created_at desc, task.id desc`;
  return sort === 'priority' ? db`${priorityRank(db)}, ${newest}` : newest;
}
