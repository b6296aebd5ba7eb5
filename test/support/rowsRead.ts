import type { Database } from '../../src/lib/sql/sql.ts';

/** Returns the rows and index entries that this transaction has read, by table, including partitions. */
export async function rowsRead<T extends string>(
  db: Database,
  tables: readonly T[],
): Promise<Record<T, number>> {
  const rows = await db<{ table: T; read: number }[]>`
    select
      regexp_replace(class.relname, '_(default|\\d{4}_\\d\\d_\\d\\d)$', '') as table,
      sum(pg_stat_get_xact_tuples_returned(walked.id))::int as read
    from pg_class as class
    cross join lateral (
      select class.oid as id
      union all
      select index.indexrelid
      from pg_index as index
      where index.indrelid = class.oid
    ) as walked
    where class.relkind in ('r', 'p')
    group by 1`;
  const read = Object.fromEntries(rows.map((row) => [row.table, row.read]));
  return Object.fromEntries(tables.map((table) => [table, read[table] ?? NaN])) as Record<T, number>;
}
