import type { Platform } from '../../access/platform.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import * as queries from './sql/endings.ts';

/** Deletes tokens that neither work nor reveal a replay any more. */
export async function forgetTokens({ db, now }: Platform): Promise<void> {
  await queries.deleteExpiredTokens(db, new Date(now.getTime() - DAY_MS));
}
