import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A stream of pieces, or a buffer. */
export type FileContent = AsyncIterable<Uint8Array> | Buffer;

export type StoredFile = { key: string; bytes: number; sha256: string };

export type OpenFile = { content: Readable; bytes: number };

export type Limits = { max_bytes: number };

/** Stores files. A key cannot be guessed and is never used twice. */
export type FileStore = {
  /** Returns when the file is synced; an area names the owner of its files. */
  put(area: string, content: FileContent, limits: Limits): Promise<StoredFile>;
  /** Stores a file of a backup under the key that it had. */
  putBack(key: string, content: FileContent, limits: Limits): Promise<StoredFile>;
  /** Undefined when there is no such file. The content must be read to its end or destroyed. */
  open(key: string): Promise<OpenFile | undefined>;
  /** Does nothing when it is gone already. */
  remove(key: string): Promise<void>;
  /** Every file of an area, to find unreferenced ones. */
  list(area: string): AsyncIterable<{ key: string; stored_at: Date }>;
  /** Removes unfinished files begun before that time. */
  forgetUnfinished(before: Date): Promise<number>;
  close(): Promise<void>;
};

/** Thrown by `put` when the content is longer than it may be; nothing is kept then. */
export class FileTooLarge extends Error {}

const AREA = /^[a-z]{1,32}$/;
const KEY = /^[a-z]{1,32}\/[0-9a-f]{48}$/;

export function newKey(area: string): string {
  if (!AREA.test(area)) throw new Error(`${area} cannot be the name of an area of files`);
  return `${area}/${randomBytes(24).toString('hex')}`;
}

export function isKey(text: string): boolean {
  return KEY.test(text);
}

export function assertKey(text: string): string {
  if (isKey(text)) return text;
  throw new Error(`${text} is no key of a file`);
}

/** Passes content on piece by piece and counts its bytes. */
export function measure(content: FileContent, max_bytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *pieces(): AsyncGenerator<Uint8Array> {
      for await (const piece of Buffer.isBuffer(content) ? [content] : content) {
        bytes += piece.length;
        assertLength(bytes, max_bytes);
        hash.update(piece);
        yield piece;
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

export function measureWhole(content: Buffer, max_bytes: number): { bytes: number; sha256: string } {
  assertLength(content.length, max_bytes);
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

function assertLength(bytes: number, max_bytes: number): void {
  if (bytes > max_bytes) throw new FileTooLarge(`longer than ${max_bytes} bytes`);
}
