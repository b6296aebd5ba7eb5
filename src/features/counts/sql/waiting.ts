import type { Queryable } from '../../../lib/sql.ts';

// across accounts: the installation's own health
export async function countWaitingDeltas(db: Queryable): Promise<number> {
  const [waiting] = await db<[{ count: number }]>`
    select count(*)::int as count
    from count_deltas`;
  return waiting.count;
}
