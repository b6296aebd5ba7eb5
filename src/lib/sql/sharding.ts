import { databaseSource, type Queryable } from './sql.ts';

/** True if the tables of accounts are distributed over several servers with Citus. */
export function areRowsSharded(db: Queryable): boolean {
  return db[databaseSource].are_rows_sharded;
}

/**
 * Detects if the table is distributed and stores the result for `areRowsSharded`. Throws if the server cannot be
 * reached.
 */
export async function detectSharding(db: Queryable, table: string): Promise<void> {
  const extension = await db`select 1 from pg_extension where extname = 'citus'`;
  db[databaseSource].are_rows_sharded = extension.length === 1 && (await isTableSharded(db, table));
}

async function isTableSharded(db: Queryable, table: string): Promise<boolean> {
  const found = await db`
    select 1
    from pg_dist_partition as spread
    where spread.logicalrelid = to_regclass(${table})`;
  return found.length === 1;
}
