import * as queries from '../sql/exports.ts';
import { createHash } from 'node:crypto';
import type { Context } from '../../../access/context.ts';
import { blocksOf } from '../../../lib/files/archive/compress.ts';
import { readByCursor } from '../../../lib/sql/cursor.ts';
import { notFound } from '../../../access/notFound.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import { TAR_END, tarHeader, tarPadding } from '../../../lib/files/tar.ts';
import { version } from '../../../lib/process/version.ts';
import { EXPORTED_TABLES, FILE_COLUMNS } from './tables.ts';

export type AccountExport = Pick<Context, 'db' | 'account_id' | 'now' | 'tools'>;

export type Bounds = {
  /** How long its records may be read: the database keeps their moment meanwhile. */
  timeout_ms: number;
};

export type ExportResult = { records: Record<string, number>; files: number; missing: string[] };

type Entry = { name: string; bytes: number; sha256: string };

const ROWS = 200;
/** Records are divided so that each piece is held in memory once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Everything of an account as a tar archive: its records of one moment, its files, and what there was of each. */
export async function* writeAccountArchive(
  exporting: AccountExport,
  bounds: Bounds,
): AsyncGenerator<Buffer, ExportResult> {
  const { account_id, db, now } = exporting;
  const account = await queries.findExportedAccount(db, account_id);
  if (!account) throw notFound('Account');
  const archive = new Archive(now);
  yield* archive.add('README.txt', Buffer.from(README));
  const { records, keys } = yield* writeRecords(exporting, archive, bounds);
  const missing: string[] = [];
  for (const key of keys) if (!(yield* writeFile(exporting, archive, key))) missing.push(key);
  const exported = { records, files: keys.length - missing.length, missing };
  const about = { format: FORMAT, made_at: now, made_by: version, account: { account_id, ...account } };
  const manifest = { ...about, ...exported, entries: archive.entries };
  yield* archive.add('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  yield TAR_END;
  return exported;
}

const FORMAT = 'tenant-ops account 1';

async function* writeRecords({ db, account_id }: AccountExport, archive: Archive, bounds: Bounds) {
  const named = await listNamed(db);
  const records = Object.fromEntries(named.records.map(({ table }) => [table, 0]));
  const keys = new Set<string>();
  let pieces: Pieces | undefined;
  const statement = queries.readExportLines(db, account_id, named);
  for await (const batch of readByCursor<queries.ExportLine>(db, statement, { rows: ROWS, ...bounds }))
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
  const listed = await queries.listColumns(db, Object.keys(EXPORTED_TABLES));
  const columnsOf = (table: string) => listed.find((one) => one.table === table)?.columns ?? [];
  const records = Object.entries(EXPORTED_TABLES).map(([table, without]) => ({
    table,
    columns: columnsOf(table).filter(({ name }) => !without.includes(name)),
  }));
  const files = Object.entries(FILE_COLUMNS).map(([table, names]) => ({
    table,
    columns: columnsOf(table).filter(({ name }) => names.includes(name)),
  }));
  return { records, files };
}

/** The records of a table, in as many entries of the archive as they need. */
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

/** False when the file is gone: the record that named it was deleted meanwhile. */
async function* writeFile(
  { tools }: AccountExport,
  archive: Archive,
  key: string,
): AsyncGenerator<Buffer, boolean> {
  const file = await tools.files.open(key);
  if (!file) return false;
  try {
    yield* archive.addStream(`files/${key}`, file.bytes, blocksOf(file.content));
    return true;
  } finally {
    // The reader may leave before the first block is read.
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
    if (written !== bytes) throw new Error(`${name} has ${written} bytes in place of ${bytes}`);
    yield tarPadding(bytes);
    this.entries.push({ name, bytes, sha256: hash.digest('hex') });
  }
}

/** The README.txt of each archive. */
const README = `This archive holds everything of one account of Tenant Ops.

records/NAME/000001.jsonl  one record a line, as JSON; large ones go on in 000002.jsonl
files/AREA/KEY             the files that records name: template_key and thumbnail_key of forms,
                           file_key of knowledge_documents
manifest.json              the account, the moment, how many records and files there are,
                           and the SHA-256 of everything else; it comes last: an archive
                           without it is not whole

All records are of one moment. Times are in UTC. Passwords, keys, tokens and secrets are not exported.
`;
