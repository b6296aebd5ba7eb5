import { firstIdOf } from '../../lib/ids.ts';
import { pageOf, type Paged } from '../../lib/sql/paging.ts';
import type { Fragment, Queryable } from '../../lib/sql/sql.ts';
import type { UserReportRow, ReportFilter, ReportRow } from './contract.ts';

/** From `since` on, before `until`, in days of the zone. */
export type ReportSpan = { since: Date; until: Date; zone: string };

type Step = NonNullable<ReportFilter['by']>;

/** One row for each step, empty ones included, clipped to the span. */
export async function listFigures(
  db: Queryable,
  account_id: string,
  span: ReportSpan,
  by: Step,
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

export type DayFigures = Pick<ReportRow, 'starts_on' | 'sessions' | 'minutes' | 'tasks_completed'>;

/** The figures of each day that no counts have, of the newest `most` sessions and tasks; empty days included. */
export async function listDayFigures(
  db: Queryable,
  account_id: string,
  { since, until, zone, most }: ReportSpan & { most: number },
): Promise<DayFigures[]> {
  const dayOf = (time: string) => db`date_trunc('day', ${db.unsafe(time)} at time zone ${zone})`;
  return db<DayFigures[]>`
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

/** A task counts for whom it is assigned to; the page and the number of all come from one statement. */
export async function listUserRows(
  db: Queryable,
  account_id: string,
  span: ReportSpan,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ people: UserReportRow[]; total: number }> {
  const rows = await db<Paged<UserReportRow, 'user'>[]>`
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

/** Every user, for a cursor. */
export function allUserRows(db: Queryable, account_id: string, span: ReportSpan): Fragment {
  return db`
    with work as (${workByUser(db, account_id, span)})
    ${busiestFirst(db)}`;
}

/** The fence makes the key a plain column: a computed one looks up nothing under row level security. */
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

// across accounts: columns of another part of the statement
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

// across accounts: a column of another part of the statement
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

/** Without test runs. Ids hold times, so a range of ids limits the partitions and selects exact times. */
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
