import { broken, trailing, truncated, type Size } from './fault.ts';

const RIFF_LENGTH = 12;
const CHUNK_HEADER_LENGTH = 8;
const SIZE_LENGTH = 10;

/** Walks every chunk of a WebP and reads its size from the first; decodes nothing. */
export function inspectWebp(bytes: Buffer): Size {
  if (bytes.length < RIFF_LENGTH + CHUNK_HEADER_LENGTH + SIZE_LENGTH) throw truncated();
  const end = bytes.readUInt32LE(4) + 8;
  if (end > bytes.length) throw truncated();
  if (end < bytes.length) throw trailing();
  const types: string[] = [];
  for (let at = RIFF_LENGTH; at < end;) {
    if (at + CHUNK_HEADER_LENGTH > end) throw truncated();
    types.push(bytes.toString('latin1', at, at + 4));
    const length = bytes.readUInt32LE(at + 4);
    at += CHUNK_HEADER_LENGTH + length + (length % 2);
    if (at > end) throw truncated();
  }
  if (!types.some((type) => PIXELS.has(type))) throw broken('no pixels');
  return readSize(types[0] ?? '', bytes.subarray(RIFF_LENGTH + CHUNK_HEADER_LENGTH));
}

const PIXELS = new Set(['VP8 ', 'VP8L', 'ANMF']);

function readSize(type: string, data: Buffer): Size {
  switch (type) {
    case 'VP8X':
      return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    case 'VP8L': {
      if (data[0] !== 0x2f) throw broken('no header');
      const packed = data.readUInt32LE(1);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      if (data.readUIntBE(3, 3) !== 0x9d012a) throw broken('no header');
      return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
    default:
      throw broken('no header');
  }
}
