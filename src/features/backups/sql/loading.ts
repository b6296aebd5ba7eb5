import type { Queryable } from '../../../lib/sql/sql.ts';
import type { Table } from './contents.ts';
import { listLoadableTables } from './loadingRole.ts';

/** True if the database contains tables or views, except those of extensions. */
// across accounts: a restored installation is made from nothing
export async function hasRelations(connection: Queryable): Promise<boolean> {
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
 * Takes the foreign keys away while tables are filled one after the other; returns how to give them back. The server has
 * quoted what it says of them, and only migrations made them.
 */
// across accounts: a restored installation is made from nothing
export async function liftForeignKeys(tx: Queryable): Promise<() => Promise<void>> {
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

/** Migrations write rows of their own, which the backup has too. */
// across accounts: a restored installation is made from nothing
export async function emptyTables(tx: Queryable, tables: readonly Table[]): Promise<void> {
  await tx`truncate ${listLoadableTables(tx, tables)}`;
}

// across accounts: a restored installation is counted whole
export async function countRows(db: Queryable, table: string): Promise<number> {
  const [{ rows }] = await db<[{ rows: number }]>`select count(*)::float8 as rows from ${db(table)}`;
  return rows;
}
