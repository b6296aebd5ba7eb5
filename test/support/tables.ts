import type { Database } from '../../src/lib/sql/sql.ts';

/** Lists all tables that store rows, by name, including partitioned tables. */
export async function listTables(db: Database): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select class.relname as name
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition
    order by class.relname`;
  return tables.map(({ name }) => name);
}
