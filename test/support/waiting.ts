import type { Database } from '../../src/lib/sql.ts';

/** How many statements wait for the lock of another transaction. */
export async function countWaiting(db: Database): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`;
  return row.count;
}
