import type { Actor } from '../../../access/context.ts';
import { actorOfEntry, joinActor } from '../../../access/sql/actors.ts';
import { insertRows } from '../../../lib/sql/insertRows.ts';
import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { TaskHistoryEntry } from '../contract.ts';

export type TaskChangeRow = {
  id: string;
  task_id: string;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  changes: Record<string, [string | null, string | null]>;
  created_at: Date;
};

export async function insertTaskChange(
  tx: Transaction,
  account_id: string,
  { changes, ...row }: TaskChangeRow,
): Promise<void> {
  await tx`
    insert into task_changes ${tx({ account_id, ...row, changes: tx.json(changes) })}`;
}

export async function insertTaskChanges(
  tx: Transaction,
  account_id: string,
  rows: readonly TaskChangeRow[],
): Promise<void> {
  const given = rows.map(({ changes, ...row }) => ({ ...row, changes: tx.json(changes) }));
  await tx`insert into task_changes ${insertRows(tx, account_id, 'task_changes', given)}`;
}

/** Lists the history of a task, newest first, with the name of each actor. */
export async function listTaskHistory(
  db: Queryable,
  account_id: string,
  task_id: string,
  limit: number,
): Promise<TaskHistoryEntry[]> {
  return db<TaskHistoryEntry[]>`
    select
      entry.id,
      entry.kind,
      ${actorOfEntry(db)} as actor,
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
    ${joinActor(db, account_id)}
    order by entry.created_at desc, entry.id desc
    limit ${limit}`;
}
