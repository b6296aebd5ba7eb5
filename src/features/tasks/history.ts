import { actorIdOf } from '../../access/actor.ts';
import type { Actor, Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { newId } from '../../lib/ids.ts';
import type { LastChange } from '../../access/editConflict.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import type { Task, TaskDetail } from './contract.ts';
import type { EventTask } from './events.ts';
import { findTask } from './sql/tasks.ts';
import * as queries from './sql/history.ts';

const MOST = 200;

type Change = { before: Task; after: EventTask; actor: Actor; now: Date };

/** Writes a history entry for each task that changed. Call it in the transaction of the change. */
export async function recordTaskChanges(
  tx: Transaction,
  account_id: string,
  changes: readonly Change[],
): Promise<void> {
  const [row, ...others] = changes.flatMap(rowsOf);
  if (!row) return;
  if (others.length === 0) await queries.insertTaskChange(tx, account_id, row);
  else await queries.insertTaskChanges(tx, account_id, [row, ...others]);
}

function rowsOf({ before, after, actor, now }: Change): queries.TaskChangeRow[] {
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

export async function readTaskDetail({ db, account_id }: Context, id: string): Promise<TaskDetail> {
  const task = await findTask(db, account_id, id);
  if (!task) throw notFound('Task');
  return { task, history: await queries.listTaskHistory(db, account_id, id, MOST) };
}

/** Finds the newest history entry that changed one of these members. */
export async function findLastTaskChange(
  tx: Transaction,
  account_id: string,
  id: string,
  members: readonly string[],
): Promise<LastChange | undefined> {
  const entries = await queries.listTaskHistory(tx, account_id, id, MOST);
  const last = entries.find(({ changes }) => members.some((member) => Object.hasOwn(changes, member)));
  return last && { changed_by: last.actor, changed_at: last.created_at };
}

/** Compares two versions of a task. A changed description is reported without its text, which can be long. */
function differences(before: Task, after: EventTask): queries.TaskChangeRow['changes'] {
  const members = ['title', 'status', 'priority', 'due_date', 'session_id'] as const;
  const pairs = members.flatMap((member): [string, [string | null, string | null]][] =>
    before[member] === after[member] ? [] : [[member, [before[member], after[member]]]],
  );
  if (before.assigned_to?.user_id !== after.assigned_to?.user_id)
    pairs.push(['assigned_to', [before.assigned_to?.name ?? null, after.assigned_to?.name ?? null]]);
  if (before.description !== after.description) pairs.push(['description', [null, null]]);
  return Object.fromEntries(pairs);
}
