import type { Queryable } from './sql.ts';

/** A process works with one database; how its rows lie is found out when it is opened. */
let are_spread = false;

/** Whether the rows of accounts are spread over several servers. */
export function areRowsSpread(): boolean {
  return are_spread;
}

export function noteSpread(is_so: boolean): void {
  are_spread = is_so;
}

/** Asks whether the rows of a table are; throws when the server cannot be reached. */
export async function learnSpread(db: Queryable, table: string): Promise<void> {
  const extension = await db`select 1 from pg_extension where extname = 'citus'`;
  noteSpread(extension.length === 1 && (await isSpread(db, table)));
}

async function isSpread(db: Queryable, table: string): Promise<boolean> {
  const found = await db`
    select 1
    from pg_dist_partition as spread
    where spread.logicalrelid = to_regclass(${table})`;
  return found.length === 1;
}
