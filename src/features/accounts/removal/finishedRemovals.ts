import type { PlatformContext } from '../../../access/platform.ts';
import * as queries from '../sql/removals.ts';

type Page = { limit: number; offset: number };

/** Lists account removals as proof: the requester, the times, and the number of deleted rows per table. */
export async function listFinishedRemovals(
  { db }: PlatformContext,
  page: Page,
): Promise<{ deletions: queries.FinishedRemoval[] }> {
  return { deletions: await queries.listRemovals(db, page) };
}
