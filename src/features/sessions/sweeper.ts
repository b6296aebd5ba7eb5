import type { PlatformContext } from '../../access/platform.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { failFast } from '../../lib/concurrency/backoffRunner.ts';
import { workThroughList } from '../../lib/concurrency/workThroughList.ts';
import { closeSessionAsFailed } from './closing.ts';
import * as queries from './sql/sessions.ts';

const SILENCE_MS = DAY_MS;
const AT_ONCE = 100;

/** Closes sessions without a heartbeat for 24 hours as failed. */
export function closeSilentSessions(platform: PlatformContext, backoff = failFast): Promise<number> {
  const silent_since = new Date(platform.now.getTime() - SILENCE_MS);
  return workThroughList<queries.SilentSession>(backoff, {
    list: (last) => queries.listSilentSessions(platform.db, silent_since, last, AT_ONCE),
    nameOf: ({ id }) => `session ${id}`,
    work: ({ account_id, id }) => closeSession(platform, account_id, id, silent_since),
  });
}

/**
 * Checks the session again after locking it: the glasses may have sent a heartbeat, or another process may have closed
 * it. Events get the current time and not the start of the run: a run can be long, and clients that follow the event
 * log reread only its last minute.
 */
async function closeSession(
  { db, tools: { clock } }: PlatformContext,
  account_id: string,
  id: string,
  silent_since: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const before = await queries.lockSessionOrDeleted(tx, account_id, id);
    if (before?.status !== 'in_progress' || before.deleted_at !== null) return;
    const completed_at = new Date(before.last_seen_at);
    if (completed_at >= silent_since) return;

    await closeSessionAsFailed(tx, account_id, before, {
      ended_by: 'sweeper',
      completed_at,
      now: clock.now(),
    });
  });
}
