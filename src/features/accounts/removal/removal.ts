import type { PlatformContext } from '../../../access/platform.ts';
import { transaction } from '../../../lib/sql/sql.ts';
import type { BackoffRunner } from '../../../lib/concurrency/backoffRunner.ts';
import { suspendAccountForRemoval, removeAccountRow } from '../accounts.ts';
import * as queries from '../sql/removals.ts';
import {
  withRemovalLock,
  setForeignKeyToNull,
  createTimeBudget,
  REMOVAL_QUEUE,
  deleteRowsOfTable,
  type RemovalRun,
} from './batches.ts';
import { removeAppsOfAccount } from './apps.ts';
import { removeRecordsWithFiles } from './files.ts';
import { reportSessionDeletions } from './sessionDeletions.ts';
import { TABLES_IN_DELETION_ORDER } from './tables.ts';
import { MINUTE_MS } from '../../../lib/time/clock.ts';

/*
 * Removes all data of an account after its waiting period. The steps: suspend the account, report the deleted sessions
 * to the training app, delete rows and files table by table, and finally delete the account's row. The work is divided
 * into small transactions, each of which locks the row of the removal, so that any process can interrupt or continue
 * it. The tables are read again until all requests that began before the suspension have ended.
 */

/** The time after which no request or worker that began before the suspension can still write rows of the account. */
const SETTLED_AFTER_MS = 5 * MINUTE_MS;
/** The time limit of one run, so that a removal does not delay a shutdown or other work. The next run continues. */
const RUN_MS = 1_000;

/**
 * Removes accounts whose removal is due. Each batch is committed with its count, so a run can be interrupted anywhere.
 */
export async function removeDueAccounts(
  platform: PlatformContext,
  backoff: BackoffRunner,
  run_ms = RUN_MS,
): Promise<void> {
  const hasTime = createTimeBudget(run_ms);
  for (const { account_id } of await REMOVAL_QUEUE.listDue(platform.db, platform.now))
    await backoff.run(account_id, () => removeAccount({ platform, account_id, hasTime }));
}

async function removeAccount(run: RemovalRun): Promise<void> {
  const { platform, account_id } = run;
  const { db, now } = platform;
  const started = await transaction(db, async (tx) => {
    const removal = await queries.startRemoval(tx, account_id, now);
    if (removal) await suspendAccountForRemoval(tx, account_id);
    return removal;
  });
  if (!started || !(await reportSessionDeletions(run, started.started_at))) return;
  if (!(await removeAll(run))) return;
  const settled_at = new Date(Date.parse(started.started_at) + SETTLED_AFTER_MS);
  await withRemovalLock(run, async (tx) => {
    if (settled_at > now) return queries.postponeRemoval(tx, account_id, settled_at);
    await removeAccountRow(tx, account_id);
    await queries.finishRemoval(tx, account_id, now);
  });
}

/** Deletes all rows and files of the account. Returns false if the time budget ended first. */
async function removeAll(run: RemovalRun): Promise<boolean> {
  if (!(await removeAppsOfAccount(run))) return false;
  if (!(await setForeignKeyToNull(run, { table: 'tasks', column: 'session_id' }))) return false;
  for (const table of TABLES_IN_DELETION_ORDER) {
    const is_empty = FILED.has(table)
      ? await removeRecordsWithFiles(run)
      : await deleteRowsOfTable(run, table);
    if (!is_empty) return false;
  }
  return true;
}

const FILED: ReadonlySet<string> = new Set(['forms', 'knowledge_documents']);
