import { DAY_MS } from '../../../lib/time/clock.ts';
import { hasUnsentDeletions, queueMissingDeletions } from '../../deletions/deletions.ts';
import { hasTrainingApp } from '../../deletions/endpoints.ts';
import { postponeRemoval } from '../sql/removals.ts';
import { withRemovalLock, type RemovalRun } from './batches.ts';

/** If the training app has not confirmed the deletions within this time, the removal continues without it. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS;
const RECHECK_MS = 10_000;
const AT_ONCE = 500;

/**
 * Reports the deletion of every session to the training app, which stores recordings. Returns false while reports are
 * open; the rows of the account must stay until then.
 */
export async function reportSessionDeletions(run: RemovalRun, started_at: string): Promise<boolean> {
  const { platform, account_id, hasTime } = run;
  const { db, now, tools } = platform;
  if (now.getTime() - Date.parse(started_at) >= GIVE_UP_AFTER_MS) return true;
  if (!(await hasTrainingApp(db, tools, account_id))) return true;
  for (;;) {
    const queued = await withRemovalLock(run, (tx) =>
      queueMissingDeletions(tx, { account_id, now }, AT_ONCE),
    );
    if (queued === 0) break;
    if (queued === undefined || !hasTime()) return false;
  }
  if (!(await hasUnsentDeletions(db, account_id))) return true;
  await withRemovalLock(run, (tx) => postponeRemoval(tx, account_id, new Date(now.getTime() + RECHECK_MS)));
  return false;
}
