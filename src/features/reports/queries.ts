import { firstIdOf } from '../../lib/ids.ts';
import { pageOf, type RowWithTotal } from '../../lib/sql/paging.ts';
import type { Fragment, Queryable } from '../../lib/sql/sql.ts';
import type { UserReportRow, ReportFilter, ReportRow } from './contract.ts';

/** A time range: `since` is included, `until` is excluded. Days start at midnight in `zone`. */
export type ReportSpan = { since: Date; until: Date; zone: string };

type ReportStep = NonNullable<ReportFilter['by']>;

/**
 * Lists one row per day, week or month, including periods without activity. The first and the last period are cut off
 * at the limits of the span.
 */
export async function listReportRows(
  db: Queryable,
  account_id: string,
  span: ReportSpan,
  by: ReportStep,
): Promise<ReportRow[]> {
  const { since, until, zone } = span;
  const stepOf = (time: string) => db`date_trunc(${by}, ${db.unsafe(time)} at time zone ${zone})`;
  return db<ReportRow[]>`
    select
      to_char(step.start, 'YYYY-MM-DD') as starts_on,
      coalesce(training.sessions, 0) as sessions,
      coalesce(training.failed, 0) as sessions_failed,
      coalesce(training.minutes, 0) as minutes,
      coalesce(made.tasks, 0) as tasks_created,
      coalesce(done.tasks, 0) as tasks_completed,
      coalesce(ran.skills, 0) as skills_run,
      coalesce(ran.failed, 0) as skills_failed
    from generate_series(
      date_trunc(${by}, ${since}::timestamptz at time zone ${zone}),
      (${until}::timestamptz - interval '1 millisecond') at time zone ${zone},
      ('1 ' || ${by}::text)::interval
    ) as step (start)
    left join (
      ${trainingBy(db, account_id, span, stepOf('session.started_at'))}
    ) as training on training.key = step.start
    left join (
      select ${stepOf('task.created_at')} as key, count(*)::int as tasks
      from tasks as task
      where task.account_id = ${account_id}
        and task.created_at >= ${since}
        and task.created_at < ${until}
      group by 1
    ) as made on made.key = step.start
    left join (
      ${completionsBy(db, account_id, span, stepOf('task.completed_at'))}
    ) as done on done.key = step.start
    left join (
      ${runsBy(db, account_id, span, stepOf('execution.executed_at'))}
    ) as ran on ran.key = step.start
    order by step.start`;
}

export type DailyUsage = Pick<ReportRow, 'starts_on' | 'sessions' | 'minutes' | 'tasks_completed'>;

/** Usage per day from the newest `most` sessions and tasks; includes days without usage. */
export async function listDailyUsage(
  db: Queryable,
  account_id: string,
  { since, until, zone, most }: ReportSpan & { most: number },
): Promise<DailyUsage[]> {
  const dayOf = (time: string) => db`date_trunc('day', ${db.unsafe(time)} at time zone ${zone})`;
  return db<DailyUsage[]>`
    select
      to_char(step.start, 'YYYY-MM-DD') as starts_on,
      coalesce(training.sessions, 0) as sessions,
      coalesce(training.minutes, 0) as minutes,
      coalesce(done.tasks, 0) as tasks_completed
    from generate_series(
      date_trunc('day', ${since}::timestamptz at time zone ${zone}),
      (${until}::timestamptz - interval '1 millisecond') at time zone ${zone},
      interval '1 day'
    ) as step (start)
    left join (
      select
        ${dayOf('session.started_at')} as key,
        count(*)::int as sessions,
        ${minutesOf(db)} as minutes
      from (
        select session.started_at, session.duration_seconds
        from sessions as session
        where session.account_id = ${account_id}
          and session.deleted_at is null
          and session.started_at >= ${since}
          and session.started_at < ${until}
        order by session.started_at desc
        limit ${most}
      ) as session
      group by 1
    ) as training on training.key = step.start
    left join (
      select ${dayOf('task.completed_at')} as key, count(*)::int as tasks
      from (
        select task.completed_at
        from tasks as task
        where task.account_id = ${account_id}
          and task.completed_at >= ${since}
          and task.completed_at < ${until}
        order by task.completed_at desc
        limit ${most}
      ) as task
      group by 1
    ) as done on done.key = step.start
    order by step.start`;
}

/**
 * Lists figures per user. A completed task counts for its assignee. One statement reads the page and the total number,
 * so that both come from the same snapshot.
 */
export async function listUserReportRows(
  db: Queryable,
  account_id: string,
  span: ReportSpan,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ people: UserReportRow[]; total: number }> {
  const rows = await db<RowWithTotal<UserReportRow, 'user'>[]>`
    with work as (${workByUser(db, account_id, span)})
    select matching.total, page.*
    from (
      select count(*)::int as total
      from work
    ) as matching
    left join lateral (
      ${busiestFirst(db)}
      limit ${limit}
      offset ${offset}
    ) as page on true`;
  const { shown, total } = pageOf(rows, 'user');
  return { people: shown, total };
}

/** The statement for a cursor over the figures of all users. */
export function selectAllUserReportRows(db: Queryable, account_id: string, span: ReportSpan): Fragment {
  return db`
    with work as (${workByUser(db, account_id, span)})
    ${busiestFirst(db)}`;
}

/**
 * `offset 0` is an optimization fence. Without it, the planner sees `key` as a computed expression, for which row-level
 * security prevents index lookups.
 */
function workByUser(db: Queryable, account_id: string, span: ReportSpan): Fragment {
  return db`
    select
      person.id,
      json_build_object('user_id', person.id, 'name', person.full_name) as user,
      coalesce(work.sessions, 0) as sessions,
      coalesce(work.failed, 0) as sessions_failed,
      coalesce(work.minutes, 0) as minutes,
      coalesce(work.tasks, 0) as tasks_completed,
      coalesce(work.skills, 0) as skills_run
    from (
      select key, training.sessions, training.failed, training.minutes, done.tasks, ran.skills
      from (${trainingBy(db, account_id, span, db`session.user_id`)}) as training
      full join (${completionsBy(db, account_id, span, db`task.assigned_to`)}) as done using (key)
      full join (${runsBy(db, account_id, span, db`execution.user_id`)}) as ran using (key)
      offset 0
    ) as work
    join users as person
      on person.account_id = ${account_id}
      and person.id = work.key`;
}

// across accounts: the columns of a subquery that names the account
function busiestFirst(db: Queryable): Fragment {
  return db`
    select work.user, work.sessions, work.sessions_failed, work.minutes, work.tasks_completed, work.skills_run
    from work
    order by work.minutes desc, work.tasks_completed desc, work.skills_run desc, work.id`;
}

function trainingBy(
  db: Queryable,
  account_id: string,
  { since, until }: ReportSpan,
  key: Fragment,
): Fragment {
  return db`
    select
      ${key} as key,
      count(*)::int as sessions,
      count(*) filter (where session.status = 'failed')::int as failed,
      ${minutesOf(db)} as minutes
    from sessions as session
    where session.account_id = ${account_id}
      and session.deleted_at is null
      and session.started_at >= ${since}
      and session.started_at < ${until}
    group by 1`;
}

// across accounts: an expression of a statement that names the account
function minutesOf(db: Queryable): Fragment {
  return db`sum(ceil(coalesce(session.duration_seconds, 0) / 60.0))::float8`;
}

function completionsBy(
  db: Queryable,
  account_id: string,
  { since, until }: ReportSpan,
  key: Fragment,
): Fragment {
  return db`
    select ${key} as key, count(*)::int as tasks
    from tasks as task
    where task.account_id = ${account_id}
      and task.completed_at >= ${since}
      and task.completed_at < ${until}
    group by 1`;
}

/**
 * Counts skill runs, without test runs from the dashboard. Ids contain the time of their creation, so a range of ids
 * selects a time range and limits the partitions that are read.
 */
function runsBy(db: Queryable, account_id: string, { since, until }: ReportSpan, key: Fragment): Fragment {
  return db`
    select
      ${key} as key,
      count(*)::int as skills,
      count(*) filter (where execution.status = 'failure')::int as failed
    from skill_executions as execution
    where execution.account_id = ${account_id}
      and execution.id >= ${firstIdOf(since)}
      and execution.id < ${firstIdOf(until)}
      and execution.caller <> 'dashboard'
    group by 1`;
}
