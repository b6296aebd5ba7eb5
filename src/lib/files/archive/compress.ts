import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';

/**
 * Compresses blocks with gzip at the fastest level and returns the return value of `blocks`. When this generator ends,
 * for any reason, `blocks` has ended as well: the abort signal releases a pending write, which a destroyed gzip would
 * never confirm.
 */
export async function* compress<T>(
  blocks: AsyncGenerator<Buffer, T>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, T> {
  const gzip = createGzip({ level: 1, chunkSize: 64 * 1024 });
  const left = new AbortController();
  const signals = [left.signal, ...(signal ? [signal] : [])];
  const feeding = feed(blocks, gzip, AbortSignal.any(signals));
  feeding.catch((error: Error) => gzip.destroy(error));
  try {
    for await (const block of gzip) yield block as Buffer;
    return await feeding;
  } finally {
    left.abort();
    await feeding.catch(() => undefined);
  }
}

async function feed<T>(blocks: AsyncGenerator<Buffer, T>, gzip: Gzip, signal: AbortSignal): Promise<T> {
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await blocks.next();
      if (done) {
        gzip.end();
        return value;
      }
      signal.throwIfAborted();
      if (!gzip.write(value)) await once(gzip, 'drain', { signal });
    }
  } catch (error) {
    await blocks.return(undefined as T).catch(() => undefined);
    throw error;
  }
}

export async function* decompress(
  blocks: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  const feeding = pipeline(Readable.from(blocks), gunzip, { ...(signal && { signal }) });
  feeding.catch(() => undefined);
  for await (const block of gunzip) yield block as Buffer;
  await feeding;
}

export async function* blocksOf(stream: Readable): AsyncGenerator<Buffer, void> {
  for await (const block of stream) yield block as Buffer;
}
