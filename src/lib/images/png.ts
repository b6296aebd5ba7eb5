import { crc32 } from 'node:zlib';
import { assertChunkCount, brokenPicture, truncatedPicture, type CleanedPicture } from './fault.ts';
import { readOrientation, exifWithOrientation } from './orientation.ts';

const SIGNATURE_LENGTH = 8;
/** Bytes around the data of a chunk: length, type and checksum. */
const AROUND_LENGTH = 12;
const HEADER_LENGTH = 13;
/** Types of the chunks that are kept: pixels, colors, transparency, dimensions and animation. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT sPLT'.split(
    ' ',
  ),
);

type Chunk = { type: string; data: Buffer; whole: Buffer; next: number };

/**
 * Removes metadata from a PNG by its chunks, without decompressing it, and verifies all checksums. Removes texts,
 * times, locations and everything after the end chunk; keeps the orientation.
 */
export function cleanPng(bytes: Buffer): CleanedPicture {
  const header = readChunk(bytes, SIGNATURE_LENGTH);
  if (header.type !== 'IHDR' || header.data.length !== HEADER_LENGTH) throw brokenPicture('no header');
  const parts = [bytes.subarray(0, SIGNATURE_LENGTH), header.whole];
  let has_pixels = false;
  for (let chunk = header, pieces = 0; chunk.type !== 'IEND'; pieces++) {
    assertChunkCount(pieces);
    chunk = readChunk(bytes, chunk.next);
    if (chunk.type === 'IDAT') has_pixels = true;
    if (KEPT.has(chunk.type)) parts.push(chunk.whole);
    if (chunk.type === 'eXIf') parts.push(...onlyOrientation(chunk.data));
  }
  if (!has_pixels) throw brokenPicture('no pixels');
  return { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4), parts };
}

function onlyOrientation(exif: Buffer): Buffer[] {
  const orientation = readOrientation(exif);
  if (orientation === 1) return [];
  const checked = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifWithOrientation(orientation)]);
  const around = Buffer.alloc(AROUND_LENGTH - 4);
  around.writeUInt32BE(checked.length - 4, 0);
  around.writeUInt32BE(crc32(checked), 4);
  return [around.subarray(0, 4), checked, around.subarray(4)];
}

function readChunk(bytes: Buffer, at: number): Chunk {
  if (at + AROUND_LENGTH > bytes.length) throw truncatedPicture();
  const next = at + AROUND_LENGTH + bytes.readUInt32BE(at);
  if (next > bytes.length) throw truncatedPicture();
  const checked = bytes.subarray(at + 4, next - 4);
  if (crc32(checked) !== bytes.readUInt32BE(next - 4)) throw brokenPicture('a checksum does not match');
  const type = checked.toString('latin1', 0, 4);
  return { type, data: checked.subarray(4), whole: bytes.subarray(at, next), next };
}
