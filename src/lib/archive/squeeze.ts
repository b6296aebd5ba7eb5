import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';

/** Compresses at the least effort, and returns what the blocks returned. */
export async function* squeeze<T>(
  blocks: AsyncGenerator<Buffer, T>,
  signal: AbortSignal,
): AsyncGenerator<Buffer, T> {
  const gzip = createGzip({ level: 1, chunkSize: 64 * 1024 });
  const feeding = feed(blocks, gzip, signal);
  feeding.catch((error: Error) => gzip.destroy(error));
  for await (const block of gzip) yield block as Buffer;
  return feeding;
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
      await write(gzip, value);
    }
  } catch (error) {
    await blocks.return(undefined as T).catch(() => undefined);
    throw error;
  }
}

function write(gzip: Gzip, block: Buffer): Promise<void> {
  return new Promise((resolve, reject) => gzip.write(block, (error) => (error ? reject(error) : resolve())));
}

export async function* unsqueeze(
  blocks: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  const feeding = pipeline(Readable.from(blocks), gunzip, { ...(signal && { signal }) });
  feeding.catch(() => undefined);
  for await (const block of gunzip) yield block as Buffer;
  await feeding;
}

/** The blocks of a stream. */
export async function* blocksOf(stream: Readable): AsyncGenerator<Buffer, void> {
  for await (const block of stream) yield block as Buffer;
}
