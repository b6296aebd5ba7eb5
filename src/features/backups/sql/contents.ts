import type { Queryable } from '../../../lib/sql/sql.ts';

export type Table = { name: string; columns: string[]; is_split: boolean };

// across accounts: a backup is of the whole installation
export async function listTables(tx: Queryable): Promise<Table[]> {
  return tx<Table[]>`
    select
      class.relname as name,
      class.relkind = 'p' as is_split,
      array_agg(attribute.attname::text order by attribute.attnum) as columns
    from pg_class as class
    join pg_attribute as attribute
      on attribute.attrelid = class.oid
      and attribute.attnum > 0
      and attribute.attgenerated = ''
      and not attribute.attisdropped
    where class.relnamespace = current_schema()::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition
      and class.relname <> all (${NOT_COPIED}::text[])
    group by class.relname, class.relkind
    order by class.relname`;
}

/** The migrations make the first again, and the second tells of this place. */
const NOT_COPIED = ['migrations', 'backups'];

/**
 * Returns the time just before: what was committed until then is in the snapshot. Each server of a distributed
 * database has one of its own: a single connection to each keeps it, and a look at all of them opens them together.
 */
// across accounts: a backup is of the whole installation
export async function beginSnapshot(connection: Queryable): Promise<string> {
  await connection`begin isolation level repeatable read read only`;
  await connection`set local citus.max_adaptive_executor_pool_size = 1`;
  const [{ made_at }] = await connection<[{ made_at: string }]>`select now() as made_at`;
  await connection`select exists (select 1 from accounts)`;
  return made_at;
}

// across accounts: a backup is of the whole installation
export function copyStatement({ name, columns }: Table, direction: 'out' | 'in'): string {
  const list = columns.map(quoted).join(', ');
  return direction === 'out'
    ? `copy (select ${list} from ${quoted(name)}) to stdout`
    : `copy ${quoted(name)} (${list}) from stdin`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A file, with its sum where the record of it has that. */
export type NamedFile = { key: string; sha256: string | null };

// across accounts: files of all accounts are copied
export async function openFileNames(connection: Queryable): Promise<void> {
  await connection`
    declare file_names cursor with hold for
    select form.template_key as key, max(form.template_sha256) as sha256
    from forms as form
    where form.template_key is not null
    group by form.template_key
    union all
    select distinct form.thumbnail_key, null
    from forms as form
    where form.thumbnail_key is not null
    union all
    select distinct document.file_key, null
    from knowledge_documents as document`;
}

// across accounts: files of all accounts are copied
export async function* readFileNames(connection: Queryable): AsyncGenerator<NamedFile> {
  for (;;) {
    const names = await connection<NamedFile[]>`fetch 500 from file_names`;
    if (names.length === 0) return;
    yield* names;
  }
}
