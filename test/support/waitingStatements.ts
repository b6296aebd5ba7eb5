import type { Database, Transaction } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { isCluster } from './cluster.ts';

/** Returns the number of statements that wait for a lock of another transaction. */
export async function countWaiting(db: Database): Promise<number> {
  if (isCluster()) return countOnServers(db);
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`;
  return row.count;
}

/** Counts on the workers, because a statement waits on the server that stores the row. */
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

/** Waits until the connection's server process executes pg_sleep. */
export async function waitUntilAsleep(db: Database, pid: number): Promise<void> {
  const read = () => db`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
  await eventually(read, ({ length }) => length === 1);
}

/**
 * Sends requests one by one while another transaction holds a row that each of them waits for, so that their order
 * is fixed.
 */
export async function askInOrder<Answer>(
  db: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  asks: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const asked: Promise<Answer>[] = [];
  await db.begin(async (tx) => {
    await hold(tx);
    for (const ask of asks) {
      const answer = ask();
      // Prevents an unhandled rejection; the caller receives the error at the end.
      answer.catch(() => {});
      asked.push(answer);
      await eventually(
        () => countWaiting(db),
        (count) => count === asked.length,
      );
    }
  });
  return Promise.all(asked);
}
