import type { Platform } from '../../access/platform.ts';
import * as queries from './sql/tokens.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Clears away what can neither work nor tell a replay any more. */
export async function forgetTokens({ db, now }: Platform): Promise<void> {
  await queries.deleteExpiredTokens(db, new Date(now.getTime() - DAY_MS));
}
