import type { Platform } from '../../../access/platform.ts';
import { transaction } from '../../../lib/sql/sql.ts';
import type { BackoffRunner } from '../../../lib/concurrency/backoffRunner.ts';
import { suspendForRemoval, removeAccountRow } from '../accounts.ts';
import * as queries from '../sql/removals.ts';
import {
  withRemovalLock,
  clearColumn,
  createTimeBudget,
  REMOVAL_QUEUE,
  removeTable,
  type RemovalRun,
} from './batches.ts';
import { removeApps } from './apps.ts';
import { removeFiled } from './files.ts';
import { announceDeletions } from './announcing.ts';
import { REMOVED_TABLES } from './tables.ts';

/** Workers and requests that had begun when the account was closed have ended after this time. */
const SETTLED_AFTER_MS = 5 * 60_000;
/** A turn ends then, so that a stop does not wait and others have their turn; the next one goes on. */
const TURN_MS = 1_000;

/** Removes accounts whose time has come. What was removed is counted with it, so that it can be ended at any point. */
export async function removeDueAccounts(
  platform: Platform,
  backoff: BackoffRunner,
  turn_ms = TURN_MS,
): Promise<void> {
  const hasTime = createTimeBudget(turn_ms);
  for (const { account_id } of await REMOVAL_QUEUE.listDue(platform.db, platform.now))
    await backoff.run(account_id, () => removeAccount({ platform, account_id, hasTime }));
}

async function removeAccount(removing: RemovalRun): Promise<void> {
  const { platform, account_id } = removing;
  const { db, now } = platform;
  const started = await transaction(db, async (tx) => {
    const removal = await queries.startRemoval(tx, account_id, now);
    if (removal) await suspendForRemoval(tx, account_id);
    return removal;
  });
  if (!started || !(await announceDeletions(removing, started.started_at))) return;
  if (!(await removeAll(removing))) return;
  const settled_at = new Date(Date.parse(started.started_at) + SETTLED_AFTER_MS);
  await withRemovalLock(removing, async (tx) => {
    if (settled_at > now) return queries.postponeRemoval(tx, account_id, settled_at);
    await removeAccountRow(tx, account_id);
    await queries.finishRemoval(tx, account_id, now);
  });
}

/** False when the turn ended before. */
async function removeAll(removing: RemovalRun): Promise<boolean> {
  if (!(await removeApps(removing))) return false;
  if (!(await clearColumn(removing, { table: 'tasks', column: 'session_id' }))) return false;
  for (const table of REMOVED_TABLES) {
    const is_empty = FILED.has(table) ? await removeFiled(removing) : await removeTable(removing, table);
    if (!is_empty) return false;
  }
  return true;
}

const FILED: ReadonlySet<string> = new Set(['forms', 'knowledge_documents']);
