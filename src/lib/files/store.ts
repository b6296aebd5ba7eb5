import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The content of a file: a stream of pieces, or a buffer. */
export type FileContent = AsyncIterable<Uint8Array> | Buffer;

export type StoredFile = { key: string; bytes: number; sha256: string };

export type FileForReading = { content: Readable; bytes: number };

/** The maximum size of a file that is stored. */
export type FileWriteLimits = { max_bytes: number };

/** Stores files. A key cannot be guessed and is never reused. */
export type FileStore = {
  /**
   * Stores a file; resolves after the file is synced to disk. An area contains the files of one owner, such as a
   * feature.
   */
  put(area: string, content: FileContent, limits: FileWriteLimits): Promise<StoredFile>;
  /** Restores a file of a backup under its original key. */
  putBack(key: string, content: FileContent, limits: FileWriteLimits): Promise<StoredFile>;
  /** Returns undefined if the file does not exist. The caller must read the content to its end or destroy it. */
  open(key: string): Promise<FileForReading | undefined>;
  /** Removes a file; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** Lists all files of an area, to find unreferenced ones. */
  list(area: string): AsyncIterable<{ key: string; stored_at: Date }>;
  /** Removes incomplete files that were begun before the time. Returns their number. */
  forgetUnfinished(before: Date): Promise<number>;
  close(): Promise<void>;
};

/** Thrown by `put` if the content is longer than `max_bytes`; nothing is stored. */
export class FileTooLarge extends Error {}

const AREA = /^[a-z]{1,32}$/;
const KEY = /^[a-z]{1,32}\/[0-9a-f]{48}$/;

export function newFileKey(area: string): string {
  if (!AREA.test(area)) throw new Error(`${area} cannot be the name of an area of files`);
  return `${area}/${randomBytes(24).toString('hex')}`;
}

export function isFileKey(text: string): boolean {
  return KEY.test(text);
}

export function assertFileKey(text: string): string {
  if (isFileKey(text)) return text;
  throw new Error(`${text} is not a file key`);
}

/** Passes the content on in pieces, counts and hashes its bytes, and throws FileTooLarge above `max_bytes`. */
export function createContentMeter(content: FileContent, max_bytes: number) {
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

export function measureBuffer(content: Buffer, max_bytes: number): { bytes: number; sha256: string } {
  assertLength(content.length, max_bytes);
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

function assertLength(bytes: number, max_bytes: number): void {
  if (bytes > max_bytes) throw new FileTooLarge(`longer than ${max_bytes} bytes`);
}
