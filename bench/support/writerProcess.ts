import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../src/access/context.ts';
import { emit } from '../../src/events/emit.ts';
import { taskCreated } from '../../src/features/tasks/events.ts';
import * as queries from '../../src/features/tasks/sql/tasks.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { connect, transaction, type ConnectionTarget } from '../../src/lib/sql/sql.ts';
import { readInput } from './processes.ts';
import { startSenderAt } from './sender.ts';
import { taskRow } from './taskRow.ts';
import { makeTools } from './tools.ts';

/*
 * Creates tasks and sends their events until it is killed. As a control, it writes the event in a second transaction
 * after the task's.
 */
type Input = {
  target: ConnectionTarget;
  account_id: string;
  event_after_commit: boolean;
  pause_ms: number;
};
/** The pause between the two transactions, so that most kills fall between them. */
const BETWEEN_MS = 20;
const { target, account_id, event_after_commit, pause_ms }: Input = readInput();
const db = connect(target, { max: 4 });
const tools = makeTools();
process.on('disconnect', () => process.exit(0));
await startSenderAt(target, db);
await Promise.all([1, 2].map(write));

async function write(): Promise<void> {
  for (;;) {
    const ctx: Context = {
      db,
      account_id,
      actor: { kind: 'api', credential_id: account_id },
      now: new Date(),
      tools,
    };
    await (event_after_commit ? createThenTell(ctx) : createTask(ctx, { title: 'Load' })).catch(() => {});
    await sleep(pause_ms);
  }
}

async function createThenTell({ db, account_id, now }: Context): Promise<void> {
  const row = taskRow(now);
  await transaction(db, (tx) => queries.insertTask(tx, account_id, row));
  await sleep(BETWEEN_MS);
  await transaction(db, (tx) => emit(tx, account_id, 'task.created', taskCreated(row), now));
}
