import type { Platform } from '../../access/platform.ts';
import { forgetCountsBefore } from '../../access/throttle/counters.ts';
import { DAY_MS } from '../../lib/clock.ts';
import * as queries from './sql/signIns.ts';

/** An address stays known to its person for so long. */
const SESSIONS_KEPT_MS = 90 * DAY_MS;

/** Clears away old sign-ins, counts of failures and links that ran out. */
export async function forgetSignIns({ db, now }: Platform): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  const sessions_before = new Date(now.getTime() - SESSIONS_KEPT_MS);
  await queries.deleteOldSignIns(db, { sessions_before, links_before: yesterday });
  await forgetCountsBefore(db, yesterday);
}
