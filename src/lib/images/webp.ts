import { assertChunkCount, brokenPicture, truncatedPicture, type CleanedPicture } from './fault.ts';
import { readOrientation, exifWithOrientation } from './orientation.ts';

const RIFF_LENGTH = 12;
const CHUNK_HEADER_LENGTH = 8;
const SIZE_LENGTH = 10;
const PIXELS = new Set(['VP8 ', 'VP8L', 'ANMF']);
const KEPT = new Set([...PIXELS, 'VP8X', 'ALPH', 'ANIM', 'ICCP']);
/** Flags of the VP8X chunk for the metadata that the file contains. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/**
 * Removes metadata from a WebP by its chunks, without decoding it. The first chunk contains the size. Keeps only the
 * orientation of EXIF; removes XMP, unknown chunks and everything after the end.
 */
export function cleanWebp(bytes: Buffer): CleanedPicture {
  if (bytes.length < RIFF_LENGTH + CHUNK_HEADER_LENGTH + SIZE_LENGTH) throw truncatedPicture();
  const end = bytes.readUInt32LE(4) + 8;
  if (end > bytes.length) throw truncatedPicture();
  const types: string[] = [];
  const kept: Buffer[] = [];
  let orientation = 1;
  for (let at = RIFF_LENGTH; at < end;) {
    assertChunkCount(types.length);
    if (at + CHUNK_HEADER_LENGTH > end) throw truncatedPicture();
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const next = at + CHUNK_HEADER_LENGTH + length + (length % 2);
    if (next > end) throw truncatedPicture();
    types.push(type);
    if (KEPT.has(type)) kept.push(bytes.subarray(at, next));
    if (type === 'EXIF') orientation = readOrientation(bytes.subarray(at + CHUNK_HEADER_LENGTH, next));
    at = next;
  }
  if (!types.some((type) => PIXELS.has(type))) throw brokenPicture('no pixels');
  const size = readSize(types[0] ?? '', bytes.subarray(RIFF_LENGTH + CHUNK_HEADER_LENGTH));
  return { ...size, parts: joinChunks(kept, orientation) };
}

function joinChunks([first = Buffer.of(), ...others]: Buffer[], orientation: number): Buffer[] {
  const is_extended = first.toString('latin1', 0, 4) === 'VP8X';
  const has_exif = is_extended && orientation !== 1;
  const chunks = [
    is_extended ? withFlags(first, has_exif) : first,
    ...others,
    ...(has_exif ? [exifChunk(orientation)] : []),
  ];
  const riff = Buffer.alloc(RIFF_LENGTH);
  riff.write('RIFF', 'latin1');
  riff.writeUInt32LE(4 + chunks.reduce((sum, chunk) => sum + chunk.length, 0), 4);
  riff.write('WEBP', 8, 'latin1');
  return [riff, ...chunks];
}

function withFlags(extended: Buffer, has_exif: boolean): Buffer {
  const copy = Buffer.from(extended);
  const flags = (copy[CHUNK_HEADER_LENGTH] ?? 0) & ~HAS_EXIF & ~HAS_XMP;
  copy[CHUNK_HEADER_LENGTH] = has_exif ? flags | HAS_EXIF : flags;
  return copy;
}

function exifChunk(orientation: number): Buffer {
  const exif = exifWithOrientation(orientation);
  const head = Buffer.alloc(CHUNK_HEADER_LENGTH);
  head.write('EXIF', 'latin1');
  head.writeUInt32LE(exif.length, 4);
  return Buffer.concat([head, exif]);
}

function readSize(type: string, data: Buffer): { width: number; height: number } {
  switch (type) {
    case 'VP8X':
      return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    case 'VP8L': {
      if (data[0] !== 0x2f) throw brokenPicture('no header');
      const packed = data.readUInt32LE(1);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      if (data.readUIntBE(3, 3) !== 0x9d012a) throw brokenPicture('no header');
      return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
    default:
      throw brokenPicture('no header');
  }
}
