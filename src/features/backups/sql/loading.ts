import type { Queryable } from '../../../lib/sql/sql.ts';
import type { BackupTable } from './contents.ts';
import { tableNameList } from './loadingRole.ts';

/** True if the database contains tables or views, except those of extensions. */
// across accounts: a restore covers the whole installation
export async function hasTablesOrViews(connection: Queryable): Promise<boolean> {
  const rows = await connection`
    select 1
    from pg_class as class
    where class.relnamespace = current_schema()::regnamespace
      and not exists (
        select 1
        from pg_depend as dependency
        where dependency.classid = 'pg_class'::regclass
          and dependency.objid = class.oid
          and dependency.deptype = 'e'
      )
    limit 1`;
  return rows.length > 0;
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Drops all foreign keys, so that tables can be loaded in any order. Returns a function that adds them again. The SQL
 * is safe from injection: PostgreSQL quotes the names, and only migrations created the keys.
 */
// across accounts: a restore covers the whole installation
export async function dropForeignKeys(tx: Queryable): Promise<() => Promise<void>> {
  const keys = await tx<ForeignKey[]>`
    select
      key.conrelid::regclass::text as table,
      quote_ident(key.conname) as name,
      pg_get_constraintdef(key.oid) as definition
    from pg_constraint as key
    where key.contype = 'f'
      and key.conparentid = 0
      and key.connamespace = current_schema()::regnamespace`;
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of keys)
      await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/** Truncates the tables, because migrations insert rows that the backup also contains. */
// across accounts: a restore covers the whole installation
export async function truncateTables(tx: Queryable, tables: readonly BackupTable[]): Promise<void> {
  await tx`truncate ${tableNameList(tx, tables)}`;
}

// across accounts: a restore covers the whole installation
export async function countRows(db: Queryable, table: string): Promise<number> {
  const [{ rows }] = await db<[{ rows: number }]>`select count(*)::float8 as rows from ${db(table)}`;
  return rows;
}
