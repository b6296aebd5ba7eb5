import { createHash } from 'node:crypto';
import { StartupFault } from '../../process/startupFault.ts';
import { ByteReader } from './byteReader.ts';
import { decrypt } from './encryption.ts';
import {
  DamagedArchive,
  ARCHIVE_FRAME_HEADER_BYTES,
  FRAME_KINDS,
  ARCHIVE_MAGIC,
  MOST_FRAME_BYTES,
  MOST_HEADER_BYTES,
  CHECKSUM_BYTES,
  UNSIGNED_MAGIC,
  type ArchivePartHeader,
} from './format.ts';

export type ReadOptions = {
  passphrase: string;
  /** Accepts archives of version 1, which are not authenticated. */
  accepts_unsigned: boolean;
};

/**
 * A part of an archive. Its content must be read to the end before the next part; the end throws if the checksum does
 * not match.
 */
export type ArchivePart = { header: ArchivePartHeader; content: AsyncGenerator<Buffer, void> };

/** Yields the parts of an archive in order. */
export async function* readArchive(
  source: AsyncIterable<Buffer>,
  options: ReadOptions,
): AsyncGenerator<ArchivePart, void> {
  await using file = new ByteReader(source);
  await using bytes = await openFrames(file, options);
  const sums = createHash('sha256');
  let place = 'its beginning';
  for (;;) {
    const { kind, block } = await readFrame(bytes, place);
    if (kind === FRAME_KINDS.end) return await assertEnd(bytes, block, sums.digest());
    if (kind !== FRAME_KINDS.header) throw damaged(place);
    const header = readHeader(block, place);
    place = `its part “${header.name}”`;
    const part = { is_read: false };
    yield {
      header,
      content: readContent(bytes, place, block, (sum) => {
        part.is_read = true;
        sums.update(sum);
      }),
    };
    if (!part.is_read) throw new Error(`${place} was not read to its end`);
  }
}

/** Reads an archive to its end. Throws if it was changed or truncated. */
export async function assertArchiveIntact(
  source: AsyncIterable<Buffer>,
  options: ReadOptions,
): Promise<void> {
  for await (const { content } of readArchive(source, options))
    for (let is_over = false; !is_over;) is_over = (await content.next()).done === true;
}

/** Reads a part with JSON content. Throws if it is larger than `max_bytes`. */
export async function readJson({ header, content }: ArchivePart, max_bytes: number): Promise<unknown> {
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of content) {
    bytes += block.length;
    if (bytes > max_bytes)
      throw new DamagedArchive(
        `The part “${header.name}” of the backup exceeds the limit of ${max_bytes} bytes.`,
      );
    blocks.push(block);
  }
  try {
    return JSON.parse(Buffer.concat(blocks).toString('utf8'));
  } catch {
    throw new DamagedArchive(`The part “${header.name}” of the backup is not JSON.`);
  }
}

async function openFrames(
  file: ByteReader,
  { passphrase, accepts_unsigned }: ReadOptions,
): Promise<ByteReader> {
  const magic = await file.take(ARCHIVE_MAGIC.length, 'its beginning');
  if (magic.equals(ARCHIVE_MAGIC)) return new ByteReader(decrypt(file, passphrase));
  if (!magic.equals(UNSIGNED_MAGIC))
    throw new DamagedArchive('This is not a backup of Tenant Ops, or a newer version made it.');
  if (!accepts_unsigned)
    throw new StartupFault(
      'This backup was made by an older version and is not signed, so a change of it cannot be detected. ' +
        'If nobody else could write to its location, add --unsigned.',
    );
  return file;
}

async function* readContent(
  bytes: ByteReader,
  place: string,
  header: Buffer,
  finish: (sum: Buffer) => void,
): AsyncGenerator<Buffer, void> {
  const sum = createHash('sha256').update(header);
  for (;;) {
    const { kind, block } = await readFrame(bytes, place);
    if (kind === FRAME_KINDS.end_of_part) {
      const digest = sum.digest();
      if (!digest.equals(block)) throw damaged(place);
      return finish(digest);
    }
    if (kind !== FRAME_KINDS.data) throw damaged(place);
    sum.update(block);
    yield block;
  }
}

async function readFrame(bytes: ByteReader, place: string): Promise<{ kind: number; block: Buffer }> {
  const frame = await bytes.take(ARCHIVE_FRAME_HEADER_BYTES, place);
  const kind = frame.readUInt8(0);
  const length = frame.readUInt32BE(1);
  if (length > (kind === FRAME_KINDS.header ? MOST_HEADER_BYTES : MOST_FRAME_BYTES)) throw damaged(place);
  return { kind, block: await bytes.take(length, place) };
}

function readHeader(block: Buffer, place: string): ArchivePartHeader {
  const header = parseObject(block);
  const { name } = header ?? {};
  if (typeof name !== 'string' || !PART_NAME.test(name)) throw damaged(place);
  return { ...header, name };
}

/** Characters are restricted, because error messages show the name on a terminal. */
const PART_NAME = /^[\w /.-]{1,200}$/;

function parseObject(block: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(block.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

async function assertEnd(bytes: ByteReader, found: Buffer, wanted: Buffer): Promise<void> {
  if (found.length !== CHECKSUM_BYTES || !found.equals(wanted)) throw damaged('its end');
  if (!(await bytes.isOver())) throw damaged('its end');
}

function damaged(place: string): DamagedArchive {
  return new DamagedArchive(`The backup was changed after it was written: ${place} is invalid.`);
}
