import type { Database } from '../../src/lib/sql.ts';
import { isCluster } from './cluster.ts';

/** How many statements wait for the lock of another transaction. */
export async function countWaiting(db: Database): Promise<number> {
  if (isCluster()) return countOnServers(db);
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`;
  return row.count;
}

/** The server with the row is the one where it is waited for. */
async function countOnServers(db: Database): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select sum(result.result::int)::int as count
    from run_command_on_workers($$
      select count(*)
      from pg_stat_activity
      where datname = current_database()
        and wait_event_type = 'Lock'
    $$) as result`;
  return row.count;
}
