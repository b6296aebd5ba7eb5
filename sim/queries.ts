import type { Queryable } from '../src/lib/sql/sql.ts';

export type SessionFacts = { id: string; status: string; procedures: number; is_deleted: boolean };
export type EventCount = { event: string; about: string; count: number };

export async function listSessions(db: Queryable, account_id: string): Promise<SessionFacts[]> {
  return db<SessionFacts[]>`
    select session.id, session.status, session.deleted_at is not null as is_deleted,
      count(procedure.id)::int as procedures
    from sessions as session
    left join procedures as procedure
      on procedure.account_id = session.account_id
      and procedure.session_id = session.id
    where session.account_id = ${account_id}
    group by session.account_id, session.id`;
}

/** Counts the events of each type for each record. */
export async function countEvents(db: Queryable, account_id: string): Promise<EventCount[]> {
  return db<EventCount[]>`
    select event.event, event.about, count(*)::int as count
    from (
      select told.event,
        case
          when told.event like 'session.%' then told.body::json #>> '{data,session_id}'
          else told.body::json #>> '{data,task_id}'
        end as about
      from events as told
      where told.account_id = ${account_id}
    ) as event
    group by event.event, event.about`;
}

export async function countTasks(db: Queryable, account_id: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count
    from tasks as task
    where task.account_id = ${account_id}`;
  return row.count;
}

export async function countCompletedTasks(db: Queryable, account_id: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count
    from tasks as task
    where task.account_id = ${account_id}
      and task.status = 'completed'`;
  return row.count;
}

export async function countForgottenProcedures(db: Queryable, account_id: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count
    from procedures as procedure
    join sessions as session
      on session.account_id = procedure.account_id
      and session.id = procedure.session_id
    where procedure.account_id = ${account_id}
      and session.deleted_at is not null
      and procedure.status <> 'withdrawn'`;
  return row.count;
}

export async function countUnsentDeletions(db: Queryable, account_id: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count
    from core_deletions as deletion
    where deletion.account_id = ${account_id}
      and deletion.state <> 'sent'`;
  return row.count;
}
