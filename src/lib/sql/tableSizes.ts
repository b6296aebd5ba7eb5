import type { Queryable } from './sql.ts';

export type TableSize = { table: string; partitions: number; bytes: number; estimated_rows: number };

/** The size of each table with its indexes, the largest first. Partitions count as their table. */
export function readTableSizes(db: Queryable): Promise<TableSize[]> {
  return db<TableSize[]>`
    select
      coalesce(parent.relname, class.relname) as table,
      count(parent.oid)::int as partitions,
      sum(pg_total_relation_size(class.oid))::float8 as bytes,
      sum(greatest(class.reltuples, 0))::float8 as estimated_rows
    from pg_class as class
    left join pg_inherits as inherits on inherits.inhrelid = class.oid
    left join pg_class as parent on parent.oid = inherits.inhparent
    where class.relkind = 'r'
      and class.relnamespace = current_schema()::regnamespace
    group by 1
    order by bytes desc, 1`;
}

/** The server version, such as `17.6`. */
export async function readServerVersion(db: Queryable): Promise<string> {
  const [{ version }] = await db<[{ version: string }]>`select current_setting('server_version') as version`;
  return version;
}
