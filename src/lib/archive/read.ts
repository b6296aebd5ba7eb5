import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  DamagedArchive,
  FRAME_BYTES,
  KINDS,
  MAGIC,
  MOST_FRAME_BYTES,
  SUM_BYTES,
  type Header,
} from './format.ts';

/** A part must be read to its end before the next one; the end throws if it is not what was written. */
export type Part = { header: Header; content: AsyncGenerator<Buffer, void> };

/** The parts of an archive in their order. */
export async function* readArchive(source: AsyncIterable<Buffer>): AsyncGenerator<Part, void> {
  await using bytes = new Bytes(source);
  if (!(await bytes.take(MAGIC.length, 'its beginning')).equals(MAGIC))
    throw new DamagedArchive('This is no backup of Tenant Ops, or one of a newer version.');
  const sums = createHash('sha256');
  let place = 'its beginning';
  for (;;) {
    const { kind, block } = await readFrame(bytes, place);
    if (kind === KINDS.end) return await assertEnd(bytes, block, sums.digest());
    if (kind !== KINDS.header) throw damaged(place);
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

/** Reads an archive to its end, and throws if it is not what was written. */
export async function assertWhole(source: AsyncIterable<Buffer>): Promise<void> {
  for await (const { content } of readArchive(source))
    for (let is_over = false; !is_over;) is_over = (await content.next()).done === true;
}

/** A small part that holds JSON. */
export async function readJson<T>({ content }: Part): Promise<T> {
  return JSON.parse((await buffer(content)).toString('utf8')) as T;
}

async function* readContent(
  bytes: Bytes,
  place: string,
  header: Buffer,
  finish: (sum: Buffer) => void,
): AsyncGenerator<Buffer, void> {
  const sum = createHash('sha256').update(header);
  for (;;) {
    const { kind, block } = await readFrame(bytes, place);
    if (kind === KINDS.end_of_part) {
      const digest = sum.digest();
      if (!digest.equals(block)) throw damaged(place);
      return finish(digest);
    }
    if (kind !== KINDS.data) throw damaged(place);
    sum.update(block);
    yield block;
  }
}

async function readFrame(bytes: Bytes, place: string): Promise<{ kind: number; block: Buffer }> {
  const frame = await bytes.take(FRAME_BYTES, place);
  const length = frame.readUInt32BE(1);
  if (length > MOST_FRAME_BYTES) throw damaged(place);
  return { kind: frame.readUInt8(0), block: await bytes.take(length, place) };
}

function readHeader(block: Buffer, place: string): Header {
  try {
    return JSON.parse(block.toString('utf8')) as Header;
  } catch {
    throw damaged(place);
  }
}

async function assertEnd(bytes: Bytes, found: Buffer, wanted: Buffer): Promise<void> {
  if (found.length !== SUM_BYTES || !found.equals(wanted)) throw damaged('its end');
  if (!(await bytes.isOver())) throw damaged('its end');
}

function damaged(place: string): DamagedArchive {
  return new DamagedArchive(`The backup was changed since it was written: ${place} is not what it was.`);
}

/** Takes exact numbers of bytes from blocks of any length. */
class Bytes {
  readonly #blocks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#blocks = source[Symbol.asyncIterator]();
  }

  async take(length: number, place: string): Promise<Buffer> {
    const pieces = [];
    let missing = length;
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#fill()))
        throw new DamagedArchive(`The backup is not whole: it ends within ${place}.`);
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      pieces.push(piece);
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#fill());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#blocks.return?.();
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#blocks.next();
    if (done) return false;
    this.#rest = value;
    return value.length > 0 || this.#fill();
  }
}
