import type { Database } from '../../../src/lib/sql/sql.ts';

export type Count = Record<string, number>;

/** Every table that holds rows of its own or of its partitions. */
async function listTables(db: Database): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select class.relname as name
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition
    order by class.relname`;
  return tables.map(({ name }) => name);
}

/** The tables with a column of this name. */
export async function listTablesWith(db: Database, column: string): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select distinct attribute.attrelid::regclass::text as name
    from pg_attribute as attribute
    where attribute.attname = ${column}
      and not attribute.attisdropped`;
  const named = new Set(tables.map(({ name }) => name));
  return (await listTables(db)).filter((name) => named.has(name));
}

/** How many rows of each table hold one of the texts in any column; tables without any are left out. */
export async function countNaming(db: Database, texts: readonly string[]): Promise<Count> {
  const found: Count = {};
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

/** How many rows of each table an account has; tables without any are left out. */
export async function countOwned(db: Database, account_id: string): Promise<Count> {
  const counts: Count = {};
  for (const name of await listTablesWith(db, 'account_id')) {
    const [{ count }] = await db.unsafe<[{ count: number }]>(
      `select count(*)::int as count from "${name}" where account_id = $1`,
      [account_id],
    );
    if (count > 0) counts[name] = count;
  }
  return counts;
}
