import { DAY_MS } from '../../../lib/time/clock.ts';
import { areDeletionsOpen, queueDeletionsOf } from '../../deletions/deletions.ts';
import { hasTrainingApp } from '../../deletions/endpoints.ts';
import { postponeRemoval } from '../sql/removals.ts';
import { withRemovalLock, type RemovalRun } from './batches.ts';

/** Deletions that the training app has not accepted after this time are dropped. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS;
const RECHECK_MS = 10_000;
const AT_ONCE = 500;

/** The training app keeps recordings of the sessions: it is told of each, and the rows stay until it has heard. */
export async function announceDeletions(removing: RemovalRun, started_at: string): Promise<boolean> {
  const { platform, account_id, hasTime } = removing;
  const { db, now, tools } = platform;
  if (now.getTime() - Date.parse(started_at) >= GIVE_UP_AFTER_MS) return true;
  if (!(await hasTrainingApp(db, tools, account_id))) return true;
  for (;;) {
    const queued = await withRemovalLock(removing, (tx) =>
      queueDeletionsOf(tx, { account_id, now }, AT_ONCE),
    );
    if (queued === 0) break;
    if (queued === undefined || !hasTime()) return false;
  }
  if (!(await areDeletionsOpen(db, account_id))) return true;
  await withRemovalLock(removing, (tx) =>
    postponeRemoval(tx, account_id, new Date(now.getTime() + RECHECK_MS)),
  );
  return false;
}
