import type { Actor } from '../../../access/context.ts';
import type { Queryable, Transaction } from '../../../lib/sql.ts';
import type { TaskEntry } from '../contract.ts';

export type ChangeRow = {
  id: string;
  task_id: string;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  changes: Record<string, [string | null, string | null]>;
  created_at: Date;
};

export async function insertChange(
  tx: Transaction,
  account_id: string,
  { changes, ...row }: ChangeRow,
): Promise<void> {
  await tx`
    insert into task_changes ${tx({ account_id, ...row, changes: tx.json(changes) })}`;
}

/** One statement for any number. */
export async function insertChanges(
  tx: Transaction,
  account_id: string,
  rows: readonly ChangeRow[],
): Promise<void> {
  await tx`
    insert into task_changes (account_id, id, task_id, actor_kind, actor_id, changes, created_at)
    select ${account_id}, row.id, row.task_id, row.actor_kind, row.actor_id, row.changes, row.created_at
    from json_populate_recordset(null::task_changes, ${JSON.stringify(rows)}) as row`;
}

/** The history of a task, newest first, with the name of each actor. */
export async function listEntries(
  db: Queryable,
  account_id: string,
  task_id: string,
  limit: number,
): Promise<TaskEntry[]> {
  return db<TaskEntry[]>`
    select
      entry.id,
      entry.kind,
      json_build_object(
        'kind', entry.actor_kind,
        'id', entry.actor_id,
        'name', coalesce(person.full_name, key.name, integration.provider, app.name)
      ) as actor,
      entry.changes,
      entry.created_at
    from (
      select
        change.id, 'changed' as kind, change.actor_kind, change.actor_id, change.changes, change.created_at
      from task_changes as change
      where change.account_id = ${account_id}
        and change.task_id = ${task_id}
      union all
      select
        task.id, 'created', coalesce(task.created_by_kind, 'system'), task.created_by_id, '{}', task.created_at
      from tasks as task
      where task.account_id = ${account_id}
        and task.id = ${task_id}
    ) as entry
    left join users as person
      on person.account_id = ${account_id}
      and person.id = entry.actor_id
    left join api_keys as key
      on key.account_id = ${account_id}
      and key.id = entry.actor_id
    left join integrations as integration
      on integration.account_id = ${account_id}
      and integration.id = entry.actor_id
    left join oauth_grants as given
      on given.account_id = ${account_id}
      and given.id = entry.actor_id
    left join oauth_apps as app
      on app.client_id = given.client_id
    order by entry.created_at desc, entry.id desc
    limit ${limit}`;
}
