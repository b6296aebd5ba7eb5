import { createHash, type Hash } from 'node:crypto';
import { startEncryption } from './encryption.ts';
import {
  ARCHIVE_FRAME_HEADER_BYTES,
  FRAME_KINDS,
  ARCHIVE_MAGIC,
  MOST_FRAME_BYTES,
  type ArchivePartHeader,
} from './format.ts';
import type { Sink } from './place.ts';

export type ArchiveWriter = {
  /** Writes a part and returns the return value of its content. */
  add<T>(header: ArchivePartHeader, content: AsyncGenerator<Buffer, T>): Promise<T>;
  addText(header: ArchivePartHeader, text: string): Promise<void>;
  /** Completes the archive. Without this call, readers reject the archive as truncated. */
  end(): Promise<{ bytes: number }>;
};

export async function createArchiveWriter(sink: Sink, passphrase: string): Promise<ArchiveWriter> {
  const encryption = await startEncryption(passphrase);
  const sums = createHash('sha256');
  let bytes = 0;
  const writePlain = async (block: Buffer): Promise<void> => {
    bytes += block.length;
    await sink.write(block);
  };
  const write = async (block: Buffer): Promise<void> => {
    for (const chunk of encryption.push(block)) await writePlain(chunk);
  };
  const writeFrame = async (kind: number, block: Buffer): Promise<void> => {
    await write(frameOf(kind, block.length));
    await write(block);
  };
  const writeSummed = async (kind: number, block: Buffer, sum: Hash): Promise<void> => {
    sum.update(block);
    await writeFrame(kind, block);
  };
  const add: ArchiveWriter['add'] = async (header, content) => {
    const sum = createHash('sha256');
    await writeSummed(FRAME_KINDS.header, Buffer.from(JSON.stringify(header)), sum);
    for (;;) {
      const { done, value } = await content.next();
      if (done) {
        const digest = sum.digest();
        sums.update(digest);
        await writeFrame(FRAME_KINDS.end_of_part, digest);
        return value;
      }
      for (const piece of piecesOf(value)) await writeSummed(FRAME_KINDS.data, piece, sum);
    }
  };
  await writePlain(ARCHIVE_MAGIC);
  await writePlain(encryption.salt);
  return {
    add,
    addText: (header, text) => add(header, once(Buffer.from(text))),
    async end() {
      await writeFrame(FRAME_KINDS.end, sums.digest());
      await writePlain(encryption.end());
      return { bytes };
    },
  };
}

function frameOf(kind: number, length: number): Buffer {
  const frame = Buffer.alloc(ARCHIVE_FRAME_HEADER_BYTES);
  frame.writeUInt8(kind, 0);
  frame.writeUInt32BE(length, 1);
  return frame;
}

function* piecesOf(block: Buffer): Generator<Buffer> {
  for (let at = 0; at < block.length; at += MOST_FRAME_BYTES) yield block.subarray(at, at + MOST_FRAME_BYTES);
}

async function* once(block: Buffer): AsyncGenerator<Buffer, void> {
  yield block;
}
