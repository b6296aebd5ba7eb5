import type { Platform } from '../../../access/platform.ts';
import * as queries from '../sql/removals.ts';

type Page = { limit: number; offset: number };

/** Lists removed accounts: who requested the deletion, when, and how many rows of each table were deleted. */
export async function listFinishedRemovals(
  { db }: Platform,
  page: Page,
): Promise<{ deletions: queries.FinishedRemoval[] }> {
  return { deletions: await queries.listRemovals(db, page) };
}
