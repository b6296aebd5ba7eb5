import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runInFileStore, readFileStoreRows } from '../sql/retrySafety.ts';
import {
  callBucket,
  discardResponseBody,
  objectUrl,
  openObject,
  parseBucketUrl,
  listObjectsPage,
  removeObject,
  type Bucket,
  type BucketRequest,
} from './s3Bucket.ts';
import {
  assertFileKey,
  isFileKey,
  createContentMeter,
  measureBuffer,
  newFileKey,
  type FileContent,
  type FileStore,
  type FileWriteLimits,
  type StoredFile,
} from './store.ts';

const READ_AT_ONCE_BYTES = 64 * 1024;
const LIST_AT_ONCE = 1_000;
/**
 * Timeouts of 16 s in total, less than the 20 s of the request that stores a picture, so that this request can still
 * answer with a retry-safe error.
 */
const PATIENCE = { connect_ms: 3_000, silent_ms: 10_000, retry_timeout_ms: 3_000 };

/** Stores files in a bucket of any S3-compatible server, with path-style URLs. */
export function s3Store(url: string, { list_at_once = LIST_AT_ONCE } = {}): FileStore {
  const bucket = parseBucketUrl(url, PATIENCE);
  return {
    put: (area, content, limits) =>
      runInFileStore(async () => sendContent(bucket, newFileKey(area), content, limits)),
    putBack: (key, content, limits) =>
      runInFileStore(async () => sendContent(bucket, assertFileKey(key), content, limits)),
    open: async (key) => (isFileKey(key) ? runInFileStore(() => openObject(bucket, key)) : undefined),
    remove: async (key) => (isFileKey(key) ? runInFileStore(() => removeObject(bucket, key)) : undefined),
    list: (area) => readFileStoreRows(listObjects(bucket, area, list_at_once)),
    // The temporary file is unlinked immediately after its creation, so nothing is left.
    forgetUnfinished: () => Promise.resolve(0),
    close: () => bucket.connections.close(),
  };
}

/**
 * Uploads content. A stream is first written to an unlinked temporary file, because S3 needs the length and the
 * checksum before the content.
 */
async function sendContent(
  bucket: Bucket,
  key: string,
  content: FileContent,
  { max_bytes }: FileWriteLimits,
): Promise<StoredFile> {
  if (Buffer.isBuffer(content)) {
    const body = () => Readable.from(piecesOf(content), { objectMode: false });
    return send(bucket, key, { ...measureBuffer(content, max_bytes), body });
  }
  const path = join(tmpdir(), `tenant-ops-${key.replace('/', '-')}`);
  await using spool = await open(path, 'wx+', 0o600);
  await unlink(path);
  const measured = createContentMeter(content, max_bytes);
  for await (const piece of measured.pieces()) await spool.writeFile(piece);
  const body = () => Readable.from(readAll(spool), { objectMode: false });
  return await send(bucket, key, { ...measured.result(), body });
}

/** Uploads in small pieces, so that the timeout of silence does not end a slow upload. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let position = 0; position < content.length; position += READ_AT_ONCE_BYTES)
    yield content.subarray(position, position + READ_AT_ONCE_BYTES);
}

/** Reads without a read stream, which would close the file at its end although a retry reads it again. */
async function* readAll(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const piece = Buffer.allocUnsafe(READ_AT_ONCE_BYTES);
    const { bytesRead } = await file.read({ buffer: piece, position });
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function send(bucket: Bucket, key: string, { body, ...measured }: BucketRequest): Promise<StoredFile> {
  const url = objectUrl(bucket, key);
  await discardResponseBody(
    await callBucket(bucket, { method: 'PUT', url, sent: { ...measured, body } }, [200, 201]),
  );
  return { key, ...measured };
}

async function* listObjects(bucket: Bucket, area: string, at_once: number) {
  const prefix = [...bucket.prefix, area, ''].join('/');
  for (let last: string | undefined = ''; last !== undefined;) {
    const page = await listObjectsPage(bucket, {
      prefix,
      'max-keys': String(at_once),
      ...(last && { marker: last }),
    });
    for (const { name, stored_at } of page.objects) {
      const key = `${area}/${name.slice(prefix.length)}`;
      if (isFileKey(key)) yield { key, stored_at };
    }
    last = page.is_last ? undefined : page.objects.at(-1)?.name;
  }
}
