import { crc32 } from 'node:zlib';
import { broken, trailing, truncated, type Size } from './fault.ts';

const SIGNATURE_LENGTH = 8;
/** Length, type and checksum around the data of every chunk. */
const AROUND_LENGTH = 12;
const HEADER_LENGTH = 13;

type Chunk = { type: string; data: Buffer; next: number };

/** Walks every chunk of a PNG to its end, checksums included, and inflates nothing. */
export function inspectPng(bytes: Buffer): Size {
  const header = readChunk(bytes, SIGNATURE_LENGTH);
  if (header.type !== 'IHDR' || header.data.length !== HEADER_LENGTH) throw broken('no header');
  let has_pixels = false;
  for (let chunk = header; chunk.type !== 'IEND';) {
    chunk = readChunk(bytes, chunk.next);
    if (chunk.type === 'IDAT') has_pixels = true;
    if (chunk.type === 'IEND' && chunk.next !== bytes.length) throw trailing();
  }
  if (!has_pixels) throw broken('no pixels');
  return { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) };
}

function readChunk(bytes: Buffer, at: number): Chunk {
  if (at + AROUND_LENGTH > bytes.length) throw truncated();
  const next = at + AROUND_LENGTH + bytes.readUInt32BE(at);
  if (next > bytes.length) throw truncated();
  const checked = bytes.subarray(at + 4, next - 4);
  if (crc32(checked) !== bytes.readUInt32BE(next - 4)) throw broken('a checksum does not match');
  return { type: checked.toString('latin1', 0, 4), data: checked.subarray(4), next };
}
