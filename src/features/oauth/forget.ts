import type { Platform } from '../../access/platform.ts';
import { DAY_MS } from '../../lib/clock.ts';
import * as queries from './sql/tokens.ts';

/** Clears away what can neither work nor tell a replay any more. */
export async function forgetTokens({ db, now }: Platform): Promise<void> {
  await queries.deleteExpiredTokens(db, new Date(now.getTime() - DAY_MS));
}
