import { actorOfEntry, joinActor } from '../../../access/sql/actors.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { WorkActivity } from '../contract.ts';

/**
 * Lists the newest activity: tasks that were created or completed, and sessions that ended. Each kind reads the first
 * rows of an index, so the cost does not depend on the size of the account. Sessions are read in start order, because
 * no index has their end; a session that started long before the others ended is therefore not shown.
 */
export async function listWorkActivity(
  db: Queryable,
  account_id: string,
  limit: number,
): Promise<WorkActivity[]> {
  return db<WorkActivity[]>`
    select
      entry.kind,
      entry.at,
      ${actorOfEntry(db)} as actor,
      json_build_object('id', entry.id, 'name', entry.name) as record
    from (
      select * from (${createdTasks(db, account_id, limit)}) as created
      union all
      select * from (${completedTasks(db, account_id, limit)}) as completed
      union all
      select * from (${endedSessions(db, account_id, limit)}) as ended
    ) as entry
    ${joinActor(db, account_id)}
    order by entry.at desc, entry.id desc, entry.kind
    limit ${limit}`;
}

function createdTasks(db: Queryable, account_id: string, limit: number): Fragment {
  return db`
    select
      'task_created' as kind,
      task.created_at as at,
      task.id,
      task.title as name,
      coalesce(task.created_by_kind, 'system') as actor_kind,
      task.created_by_id as actor_id
    from tasks as task
    where task.account_id = ${account_id}
    order by task.created_at desc, task.id desc
    limit ${limit}`;
}

/** A task that glasses completed is shown with the user of the session. */
function completedTasks(db: Queryable, account_id: string, limit: number): Fragment {
  return db`
    select
      'task_completed',
      task.completed_at,
      task.id,
      task.title,
      case when session.user_id is not null then 'user' else coalesce(change.actor_kind, 'system') end,
      coalesce(session.user_id, change.actor_id)
    from (
      select task.id, task.title, task.completed_at, task.session_id
      from tasks as task
      where task.account_id = ${account_id}
        and task.completed_at is not null
      order by task.completed_at desc
      limit ${limit}
    ) as task
    left join lateral (
      select change.actor_kind, change.actor_id
      from task_changes as change
      where change.account_id = ${account_id}
        and change.task_id = task.id
        and change.changes -> 'status' ->> 1 = 'completed'
      order by change.id desc
      limit 1
    ) as change on true
    left join sessions as session
      on change.actor_kind = 'device'
      and session.account_id = ${account_id}
      and session.id = task.session_id`;
}

function endedSessions(db: Queryable, account_id: string, limit: number): Fragment {
  return db`
    select
      case when session.status = 'failed' then 'session_failed' else 'session_completed' end,
      session.completed_at,
      session.id,
      session.session_name,
      'user',
      session.user_id
    from sessions as session
    where session.account_id = ${account_id}
      and session.deleted_at is null
      and session.completed_at is not null
    order by session.started_at desc, session.id desc
    limit ${limit}`;
}
