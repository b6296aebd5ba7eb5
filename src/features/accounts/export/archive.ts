import * as queries from '../sql/exports.ts';
import { createHash } from 'node:crypto';
import type { Context } from '../../../access/context.ts';
import { blocksOf } from '../../../lib/files/archive/compress.ts';
import { readByCursor } from '../../../lib/sql/cursor.ts';
import { notFound } from '../../../access/notFound.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import { TAR_END, tarHeader, tarPadding } from '../../../lib/files/tar.ts';
import { version } from '../../../lib/process/version.ts';
import { HIDDEN_COLUMNS_BY_EXPORTED_TABLE, FILE_KEY_COLUMNS_BY_TABLE } from './tables.ts';

export type AccountExportContext = Pick<Context, 'db' | 'account_id' | 'now' | 'tools'>;

export type ExportLimits = {
  /** The time limit for reading the records. The snapshot prevents VACUUM from removing old rows meanwhile. */
  timeout_ms: number;
};

export type ExportResult = { records: Record<string, number>; files: number; missing: string[] };

type Entry = { name: string; bytes: number; sha256: string };

const ROWS_AT_ONCE = 200;
/** The records of a table are split into files of this size, because each file is built in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Writes all data of an account as a tar archive: records from one snapshot, files, and a manifest. */
export async function* writeAccountArchive(
  ctx: AccountExportContext,
  limits: ExportLimits,
): AsyncGenerator<Buffer, ExportResult> {
  const { account_id, db, now } = ctx;
  const account = await queries.findAccountForExport(db, account_id);
  if (!account) throw notFound('Account');
  const archive = new Archive(now);
  yield* archive.add('README.txt', Buffer.from(README));
  const { records, keys } = yield* writeRecords(ctx, archive, limits);
  const missing: string[] = [];
  for (const key of keys) if (!(yield* writeFile(ctx, archive, key))) missing.push(key);
  const exported = { records, files: keys.length - missing.length, missing };
  const about = { format: FORMAT, made_at: now, made_by: version, account: { account_id, ...account } };
  const manifest = { ...about, ...exported, entries: archive.entries };
  yield* archive.add('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  yield TAR_END;
  return exported;
}

const FORMAT = 'tenant-ops account 1';

async function* writeRecords(
  { db, account_id }: AccountExportContext,
  archive: Archive,
  limits: ExportLimits,
) {
  const named = await listNamed(db);
  const records = Object.fromEntries(named.records.map(({ table }) => [table, 0]));
  const keys = new Set<string>();
  let pieces: Pieces | undefined;
  const statement = queries.exportLinesStatement(db, account_id, named);
  for await (const batch of readByCursor<queries.ExportLine>(db, statement, {
    rows: ROWS_AT_ONCE,
    ...limits,
  }))
    for (const { table, kind, line } of batch) {
      if (pieces?.table !== table || kind === 'file') yield* pieces?.end() ?? [];
      if (kind === 'file') keys.add(line);
      else {
        if (pieces?.table !== table) pieces = new Pieces(archive, table);
        records[table] = (records[table] ?? 0) + 1;
        yield* pieces.add(line);
      }
    }
  yield* pieces?.end() ?? [];
  return { records, keys: [...keys] };
}

async function listNamed(db: Queryable) {
  const listed = await queries.listExportableColumns(db, Object.keys(HIDDEN_COLUMNS_BY_EXPORTED_TABLE));
  const columnsOf = (table: string) => listed.find((one) => one.table === table)?.columns ?? [];
  const records = Object.entries(HIDDEN_COLUMNS_BY_EXPORTED_TABLE).map(([table, without]) => ({
    table,
    columns: columnsOf(table).filter(({ name }) => !without.includes(name)),
  }));
  const files = Object.entries(FILE_KEY_COLUMNS_BY_TABLE).map(([table, names]) => ({
    table,
    columns: columnsOf(table).filter(({ name }) => names.includes(name)),
  }));
  return { records, files };
}

/** Writes the records of a table into numbered archive entries of limited size. */
class Pieces {
  readonly table: string;
  readonly #archive: Archive;
  #lines: Buffer[] = [];
  #bytes = 0;
  #written = 0;

  constructor(archive: Archive, table: string) {
    this.#archive = archive;
    this.table = table;
  }

  async *add(line: string): AsyncGenerator<Buffer, void> {
    const bytes = Buffer.from(`${line}\n`);
    this.#lines.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= PIECE_BYTES) yield* this.end();
  }

  async *end(): AsyncGenerator<Buffer, void> {
    if (this.#bytes === 0) return;
    const content = Buffer.concat(this.#lines);
    [this.#lines, this.#bytes] = [[], 0];
    const number = String(++this.#written).padStart(6, '0');
    yield* this.#archive.add(`records/${this.table}/${number}.jsonl`, content);
  }
}

/** Returns false if the file does not exist, because its record was deleted during the export. */
async function* writeFile(
  { tools }: AccountExportContext,
  archive: Archive,
  key: string,
): AsyncGenerator<Buffer, boolean> {
  const file = await tools.files.open(key);
  if (!file) return false;
  try {
    yield* archive.addStream(`files/${key}`, file.bytes, blocksOf(file.content));
    return true;
  } finally {
    // Closes the file if the client disconnects before the first block is read.
    file.content.destroy();
  }
}

class Archive {
  readonly entries: Entry[] = [];
  readonly #made_at: Date;

  constructor(made_at: Date) {
    this.#made_at = made_at;
  }

  add(name: string, content: Buffer): AsyncGenerator<Buffer, void> {
    return this.addStream(name, content.length, [content]);
  }

  async *addStream(
    name: string,
    bytes: number,
    content: Iterable<Buffer> | AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer, void> {
    yield tarHeader(name, bytes, { changed_at: this.#made_at });
    const hash = createHash('sha256');
    let written = 0;
    for await (const block of content) {
      hash.update(block);
      written += block.length;
      yield block;
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes instead of ${bytes}`);
    yield tarPadding(bytes);
    this.entries.push({ name, bytes, sha256: hash.digest('hex') });
  }
}

/** The content of README.txt in each archive. */
const README = `This archive contains all data of one account of Tenant Ops.

records/NAME/000001.jsonl  The records of a table, one JSON object per line. Large tables continue
                           in 000002.jsonl.
files/AREA/KEY             The files to which records refer: template_key and thumbnail_key of
                           forms, file_key of knowledge_documents.
manifest.json              The account, the time of the snapshot, the number of records and files,
                           and the SHA-256 of every other file. It is the last file: an archive
                           without it is incomplete.

All records come from one snapshot. Times are in UTC. Passwords, keys, tokens and secrets are not
exported.
`;
