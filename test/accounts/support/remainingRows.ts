import type { Database } from '../../../src/lib/sql/sql.ts';
import { listTables } from '../../support/tables.ts';

export type RowCounts = Record<string, number>;

/** Lists the tables with a column of this name. */
export async function listTablesWithColumn(db: Database, column: string): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select distinct attribute.attrelid::regclass::text as name
    from pg_attribute as attribute
    where attribute.attname = ${column}
      and not attribute.attisdropped`;
  const named = new Set(tables.map(({ name }) => name));
  return (await listTables(db)).filter((name) => named.has(name));
}

/** Counts by table the rows that contain one of the texts in any column; tables without such rows are omitted. */
export async function countRowsContaining(db: Database, texts: readonly string[]): Promise<RowCounts> {
  const found: RowCounts = {};
  for (const name of await listTables(db)) {
    const [{ count }] = await db.unsafe<[{ count: number }]>(
      `select count(*)::int as count
       from "${name}" as one
       where exists (select from unnest($1::text[]) as text where strpos(lower(to_jsonb(one)::text), lower(text)) > 0)`,
      [[...texts]],
    );
    if (count > 0) found[name] = count;
  }
  return found;
}

/** Counts the rows of an account by table; tables without such rows are omitted. */
export async function countRowsOfAccount(db: Database, account_id: string): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const name of await listTablesWithColumn(db, 'account_id')) {
    const [{ count }] = await db.unsafe<[{ count: number }]>(
      `select count(*)::int as count from "${name}" where account_id = $1`,
      [account_id],
    );
    if (count > 0) counts[name] = count;
  }
  return counts;
}
