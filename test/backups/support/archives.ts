import { createHash } from 'node:crypto';
import { FRAME_KINDS, UNSIGNED_MAGIC } from '../../../src/lib/files/archive/format.ts';
import { openArchivePlace, splitArchivePath } from '../../../src/lib/files/archive/openPlace.ts';
import { readArchive } from '../../../src/lib/files/archive/read.ts';
import { createArchiveWriter } from '../../../src/lib/files/archive/write.ts';
import { PASSPHRASE } from './places.ts';

export type ArchivePart = { header: Record<string, unknown>; content: Buffer };

/** Reads the parts of a backup in either format version. */
export async function readParts(path: string): Promise<ArchivePart[]> {
  const { place, name } = splitArchivePath(path);
  const opened = openArchivePlace(place);
  const options = { passphrase: PASSPHRASE, accepts_unsigned: true };
  const parts: ArchivePart[] = [];
  try {
    for await (const { header, content } of readArchive(opened.read(name), options))
      parts.push({ header, content: Buffer.concat(await Array.fromAsync(content)) });
  } finally {
    await opened.close();
  }
  return parts;
}

/** Returns an archive in the format before signatures. */
export function toUnsignedArchive(parts: readonly ArchivePart[]): Buffer {
  const frames: Buffer[] = [UNSIGNED_MAGIC];
  const sums = createHash('sha256');
  for (const { header, content } of parts) {
    const header_bytes = Buffer.from(JSON.stringify(header));
    const sum = createHash('sha256').update(header_bytes).update(content).digest();
    sums.update(sum);
    frames.push(frameOf(FRAME_KINDS.header, header_bytes), frameOf(FRAME_KINDS.data, content));
    frames.push(frameOf(FRAME_KINDS.end_of_part, sum));
  }
  return Buffer.concat([...frames, frameOf(FRAME_KINDS.end, sums.digest())]);
}

export async function toSignedArchive(
  parts: readonly ArchivePart[],
  passphrase: string = PASSPHRASE,
): Promise<Buffer> {
  const blocks: Buffer[] = [];
  const write = async (block: Buffer) => void blocks.push(block);
  const archive = await createArchiveWriter(
    { write, finish: async () => {}, abort: async () => {} },
    passphrase,
  );
  async function* once(block: Buffer) {
    yield block;
  }
  for (const { header, content } of parts)
    await archive.add({ ...header, name: String(header['name']) }, once(content));
  await archive.end();
  return Buffer.concat(blocks);
}

function frameOf(kind: number, block: Buffer): Buffer {
  const frame = Buffer.alloc(5);
  frame.writeUInt8(kind, 0);
  frame.writeUInt32BE(block.length, 1);
  return Buffer.concat([frame, block]);
}
