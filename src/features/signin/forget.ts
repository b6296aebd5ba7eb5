import type { Platform } from '../../access/platform.ts';
import { forgetCountsBefore } from '../../access/throttle/counters.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import * as queries from './sql/signIns.ts';

/** How long a network stays known to its user. */
const SIGN_INS_KEPT_MS = 90 * DAY_MS;

/** Deletes old sign-ins, counts of failures and expired links. */
export async function forgetSignIns({ db, now }: Platform): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  const sessions_before = new Date(now.getTime() - SIGN_INS_KEPT_MS);
  await queries.deleteOldSignIns(db, { sign_ins_before: sessions_before, links_before: yesterday });
  await forgetCountsBefore(db, yesterday);
}
