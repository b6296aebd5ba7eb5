import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';

export type ExportColumn = { name: string; type: string };

/** Lists the columns of each table, except columns of type `bytea`. */
// across accounts: reads the schema, which is equal for all accounts
export async function listExportableColumns(
  tx: Queryable,
  tables: readonly string[],
): Promise<{ table: string; columns: ExportColumn[] }[]> {
  return tx<{ table: string; columns: ExportColumn[] }[]>`
    select
      class.relname as table,
      jsonb_agg(
        jsonb_build_object('name', attribute.attname, 'type', attribute.atttypid::regtype::text)
        order by attribute.attnum
      ) as columns
    from pg_class as class
    join pg_attribute as attribute
      on attribute.attrelid = class.oid
      and attribute.attnum > 0
      and not attribute.attisdropped
      and attribute.atttypid <> 'bytea'::regtype
    where class.relnamespace = current_schema()::regnamespace
      and class.relname = any (${[...tables]}::text[])
    group by class.relname`;
}

export type ExportTable = { table: string; columns: readonly ExportColumn[] };

/** A line of the export: a record as JSON, or the key of a file to which a record of the table refers. */
export type ExportLine = { table: string; kind: 'record' | 'file'; line: string };

/** Selects all records of an account, then all file keys. One statement, so that all lines come from one snapshot. */
export function exportLinesStatement(
  db: Queryable,
  account_id: string,
  { records, files }: { records: readonly ExportTable[]; files: readonly ExportTable[] },
): Fragment {
  const parts = [
    ...records.map((named) => recordsOf(db, account_id, named)),
    ...files.map((named) => filesOf(db, account_id, named)),
  ];
  return parts.reduce((before, part) => db`${before} union all ${part}`);
}

const INSTANT = `YYYY-MM-DD"T"HH24:MI:SS.MS"Z"`;

function recordsOf(db: Queryable, account_id: string, { table, columns }: ExportTable): Fragment {
  const chosen = columns.map(({ name, type }) =>
    type.startsWith('timestamp')
      ? `to_char("${name}" at time zone 'UTC', '${INSTANT}') as "${name}"`
      : `"${name}"`,
  );
  return db`
    select ${table}::text as table, 'record' as kind, row_to_json(one)::text as line
    from (
      select ${db.unsafe(chosen.join(', '))}
      from ${db.unsafe(`"${table}"`)}
      where account_id = ${account_id}
    ) as one`;
}

function filesOf(db: Queryable, account_id: string, { table, columns }: ExportTable): Fragment {
  const keys = columns.map(({ name }) => `one."${name}"`).join(', ');
  return db`
    select distinct ${table}::text, 'file', file.key
    from ${db.unsafe(`"${table}"`)} as one
    cross join unnest(array[${db.unsafe(keys)}]) as file (key)
    where one.account_id = ${account_id}
      and file.key is not null`;
}

type ExportedAccount = { name: string; language: string; logo: string | null; created_at: string };

export async function findAccountForExport(
  tx: Queryable,
  account_id: string,
): Promise<ExportedAccount | undefined> {
  const [account] = await tx<ExportedAccount[]>`
    select account.name, account.language, account.logo, account.created_at
    from accounts as account
    where account.id = ${account_id}`;
  return account;
}
