import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Draws a PNG of one colour. `said` is the size in the header, which may be wrong. */
export function drawPng(width = 40, height = 30, said = { width, height }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(said.width, 0);
  header.writeUInt32BE(said.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(15, 118, 110))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([PNG, pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND')]);
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, data: Buffer = Buffer.of()): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

/** Draws a PNG of a given length, padded with an unused palette. */
export function drawLongPng(bytes: number): Buffer {
  const png = drawPng();
  const filler = pngChunk('sPLT', Buffer.alloc(bytes - png.length - 12, 'x'));
  return Buffer.concat([png.subarray(0, -12), filler, png.subarray(-12)]);
}

export function drawJpeg(): Promise<Buffer> {
  return sharp(drawPng(320, 200)).jpeg().toBuffer();
}

export function drawWebp(options: { lossless?: boolean } = {}): Promise<Buffer> {
  return sharp(drawPng(320, 200)).webp(options).toBuffer();
}

export const PDF = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj',
    'xref',
    '0 4',
    '0000000000 65535 f ',
    '0000000009 00000 n ',
    '0000000052 00000 n ',
    '0000000101 00000 n ',
    'trailer<</Size 4/Root 1 0 R>>',
    'startxref',
    '164',
    '%%EOF',
    '',
  ].join('\n'),
  'latin1',
);

export function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** Returns a WebP of these chunks. */
export function makeRiff(...chunks: Buffer[]): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([head, ...chunks]);
}

/** Returns a chunk of a WebP. */
export function chunkOf(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}
