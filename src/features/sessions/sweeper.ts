import type { Platform } from '../../access/platform.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { failFast } from '../../lib/concurrency/backoffRunner.ts';
import { closeSessionAsFailed } from './closing.ts';
import * as queries from './sql/sessions.ts';

const SILENCE_MS = DAY_MS;
const AT_ONCE = 100;

/** Closes sessions without a sign of life for a day as failed. */
export async function closeSilentSessions(platform: Platform, backoff = failFast): Promise<number> {
  const silent_since = new Date(platform.now.getTime() - SILENCE_MS);
  let closed = 0;
  let last: queries.SilentSession | undefined;
  do {
    const silent = await queries.listSilentSessions(platform.db, silent_since, last, AT_ONCE);
    for (const { account_id, id } of silent) {
      const work = () => closeSession(platform, account_id, id, silent_since);
      if (await backoff.run(`session ${id}`, work)) closed++;
    }
    last = silent.at(-1);
  } while (last);
  return closed;
}

/**
 * Checks again under the lock, since the device may have reported or another node may have closed it. A turn may be long,
 * and its events have the time at which they are written: who follows them looks back a minute.
 */
async function closeSession(
  { db, tools: { clock } }: Platform,
  account_id: string,
  id: string,
  silent_since: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const before = await queries.lockAnySession(tx, account_id, id);
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
