import type { Queryable } from '../../../lib/sql/sql.ts';
import type { ListVersions } from '../contract.ts';

/** Number of records that a version covers; larger than the first page of any list. */
const NEWEST = 50;
const EVENTS = 20;

/**
 * Computes a version for each list from its newest records and the newest events. Events cover changes of older tasks
 * and sessions. They also cover transactions that commit in a different order than they started, because the ids of
 * several events are hashed and not only the highest.
 */
export async function readListVersions(db: Queryable, account_id: string): Promise<ListVersions> {
  const [versions] = await db<[ListVersions]>`
    with happened as materialized (
      select event.id, event.event
      from events as event
      where event.account_id = ${account_id}
      order by event.id desc
      limit ${EVENTS}
    ),
    task as (
      select
        task.id, task.title, task.status, task.priority, task.assigned_to, task.due_date, task.session_id
      from tasks as task
      where task.account_id = ${account_id}
      order by task.created_at desc, task.id desc
      limit ${NEWEST}
    ),
    session as (
      select
        session.id, session.status, session.session_name, session.task_id, session.procedure_count,
        session.completed_at
      from sessions as session
      where session.account_id = ${account_id}
        and session.deleted_at is null
      order by session.started_at desc, session.id desc
      limit ${NEWEST}
    ),
    document as (
      select document.id, document.state, document.updated_at
      from knowledge_documents as document
      where document.account_id = ${account_id}
      order by document.created_at desc, document.id desc
      limit ${NEWEST}
    )
    select
      md5(concat(
        (select string_agg(happened.id::text, ' ' order by happened.id) from happened),
        (select string_agg(task::text, ' ' order by task.id) from task)
      )) as tasks,
      md5(concat(
        (
          select string_agg(happened.id::text, ' ' order by happened.id)
          from happened
          where happened.event like 'session.%'
        ),
        (select string_agg(session::text, ' ' order by session.id) from session)
      )) as sessions,
      md5((select coalesce(string_agg(document::text, ' ' order by document.id), '') from document)) as documents`;
  return versions;
}
