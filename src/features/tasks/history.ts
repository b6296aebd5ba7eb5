import { actorIdOf } from '../../access/actor.ts';
import type { Actor, Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { newId } from '../../lib/ids.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import type { Task, TaskDetail } from './contract.ts';
import type { EventTask } from './events.ts';
import { findTask } from './sql/tasks.ts';
import * as queries from './sql/history.ts';

const MOST = 200;

type Change = { before: Task; after: EventTask; actor: Actor; now: Date };

/** Writes a line of the history for each task that differs, in the transaction of the changes. */
export async function recordChanges(
  tx: Transaction,
  account_id: string,
  changes: readonly Change[],
): Promise<void> {
  const [row, ...others] = changes.flatMap(rowsOf);
  if (!row) return;
  if (others.length === 0) await queries.insertChange(tx, account_id, row);
  else await queries.insertChanges(tx, account_id, [row, ...others]);
}

function rowsOf({ before, after, actor, now }: Change): queries.ChangeRow[] {
  const changes = differences(before, after);
  if (Object.keys(changes).length === 0) return [];
  return [
    {
      id: newId(now),
      task_id: after.id,
      actor_kind: actor.kind,
      actor_id: actorIdOf(actor),
      changes,
      created_at: now,
    },
  ];
}

export async function readTask({ db, account_id }: Context, id: string): Promise<TaskDetail> {
  const task = await findTask(db, account_id, id);
  if (!task) throw notFound('Task');
  return { task, history: await queries.listTaskEntries(db, account_id, id, MOST) };
}

/** Long texts are left out; the history says only that they changed. */
function differences(before: Task, after: EventTask): queries.ChangeRow['changes'] {
  const members = ['title', 'status', 'priority', 'due_date', 'session_id'] as const;
  const pairs = members.flatMap((member): [string, [string | null, string | null]][] =>
    before[member] === after[member] ? [] : [[member, [before[member], after[member]]]],
  );
  if (before.assigned_to?.user_id !== after.assigned_to?.user_id)
    pairs.push(['assigned_to', [before.assigned_to?.name ?? null, after.assigned_to?.name ?? null]]);
  if (before.description !== after.description) pairs.push(['description', [null, null]]);
  return Object.fromEntries(pairs);
}
