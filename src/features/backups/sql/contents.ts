import type { Queryable } from '../../../lib/sql/sql.ts';

export type BackupTable = { name: string; columns: string[]; is_split: boolean };

// across accounts: a backup contains the whole installation
export async function listBackupTables(tx: Queryable): Promise<BackupTable[]> {
  return tx<BackupTable[]>`
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

/** Tables without a copy: the restore runs the migrations itself, and `backups` describes only this installation. */
const NOT_COPIED = ['migrations', 'backups'];

/**
 * Begins a snapshot and returns a time shortly before it; everything committed until then is in the snapshot. In a
 * sharded database each server has its own snapshot. The last statement opens one connection to each server, so that
 * all snapshots begin at nearly the same time.
 */
// across accounts: a backup contains the whole installation
export async function beginSnapshot(connection: Queryable): Promise<string> {
  await connection`begin isolation level repeatable read read only`;
  await connection`set local citus.max_adaptive_executor_pool_size = 1`;
  const [{ made_at }] = await connection<[{ made_at: string }]>`select now() as made_at`;
  await connection`select exists (select 1 from accounts)`;
  return made_at;
}

// across accounts: a backup contains the whole installation
export function copyStatement({ name, columns }: BackupTable, direction: 'out' | 'in'): string {
  const list = columns.map(quoted).join(', ');
  return direction === 'out'
    ? `copy (select ${list} from ${quoted(name)}) to stdout`
    : `copy ${quoted(name)} (${list}) from stdin`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The key of a file, with its SHA-256 if the record has one. */
export type ReferencedFile = { key: string; sha256: string | null };

// across accounts: a backup contains the files of all accounts
export async function openReferencedFiles(connection: Queryable): Promise<void> {
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

// across accounts: a backup contains the files of all accounts
export async function* readReferencedFiles(connection: Queryable): AsyncGenerator<ReferencedFile> {
  for (;;) {
    const names = await connection<ReferencedFile[]>`fetch 500 from file_names`;
    if (names.length === 0) return;
    yield* names;
  }
}
