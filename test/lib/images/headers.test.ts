/* Headers of pictures at their bounds: a size is read exactly, and a broken header is refused as a fault of the caller. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureFault } from '../../../src/lib/images/fault.ts';
import { cleanJpeg } from '../../../src/lib/images/jpeg.ts';
import { exifWithOrientation, readOrientation } from '../../../src/lib/images/orientation.ts';
import { cleanWebp } from '../../../src/lib/images/webp.ts';
import { chunkOf, makeRiff } from '../../support/pictures.ts';

const FRAME = Buffer.of(0xff, 0xc0, 0, 8, 8, 0, 5, 0, 17, 1);
const SCAN = Buffer.of(0xff, 0xda, 0, 2);
const jpegOf = (...segments: Buffer[]) =>
  Buffer.concat([Buffer.of(0xff, 0xd8), ...segments, Buffer.of(0xff, 0xd9)]);

test('a JPEG needs a frame and a scan', () => {
  const { width, height } = cleanJpeg(jpegOf(FRAME, SCAN));
  assert.deepEqual([width, height], [17, 5]);
  for (const bytes of [jpegOf(FRAME), jpegOf(SCAN)]) assert.throws(() => cleanJpeg(bytes), /no pixels/);
});

test('a JPEG keeps an orientation that is not upright, and only of EXIF', () => {
  const segmentOf = (...data: Buffer[]) => {
    const all = Buffer.concat(data);
    return Buffer.concat([Buffer.of(0xff, 0xe1, 0, all.length + 2), all]);
  };
  const plain = jpegOf(FRAME, SCAN);
  const clean = (segment: Buffer) => Buffer.concat(cleanJpeg(jpegOf(segment, FRAME, SCAN)).parts);
  for (let orientation = 1; orientation <= 8; orientation++) {
    const tiff = exifWithOrientation(orientation);
    const exif = segmentOf(Buffer.from('Exif\0\0', 'latin1'), tiff);
    assert.deepEqual(clean(exif), orientation === 1 ? plain : jpegOf(exif, FRAME, SCAN), `${orientation}`);
    assert.deepEqual(clean(segmentOf(tiff)), plain, `${orientation} without the name of EXIF`);
  }
});

/** Returns the header of a lossless WebP: 14 bits per side, and then the flag of transparency. */
function losslessHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(10);
  header.writeUInt8(0x2f);
  header.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14 + 2 ** 28, 1);
  return header;
}

/** Returns the header of a lossy WebP: 14 bits per side, each before two bits of scaling. */
function lossyHeader(width: number, height: number): Buffer {
  const header = Buffer.of(0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0);
  header.writeUInt16LE(width + 0xc000, 6);
  header.writeUInt16LE(height + 0x8000, 8);
  return header;
}

function extendedHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(10);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return header;
}

const SIZES: [type: string, headerOf: (width: number, height: number) => Buffer, most: number][] = [
  ['VP8 ', lossyHeader, 16_383],
  ['VP8L', losslessHeader, 16_384],
  ['VP8X', extendedHeader, 16_777_216],
];

for (const [type, headerOf, most] of SIZES)
  test(`the size of a WebP that begins with ${type} is read up to ${most} pixels per side`, () => {
    for (const [width, height] of [
      [1, 2],
      [most, 1],
      [1, most],
      [most, most],
    ] as const) {
      const bytes = makeRiff(chunkOf(type, headerOf(width, height)), chunkOf('ANMF', Buffer.of()));
      const size = cleanWebp(bytes);
      assert.deepEqual([size.width, size.height], [width, height]);
    }
  });

test('a WebP whose pixels have no header is rejected', () => {
  for (const type of ['VP8 ', 'VP8L'])
    assert.throws(() => cleanWebp(makeRiff(chunkOf(type, Buffer.alloc(10)))), /no header/);
});

test('the smallest WebP has a header of ten bytes, and a shorter one is rejected', () => {
  const { width } = cleanWebp(makeRiff(chunkOf('VP8 ', lossyHeader(17, 5))));
  assert.equal(width, 17);
  const shorter = makeRiff(chunkOf('VP8 ', lossyHeader(17, 5).subarray(0, 8)));
  for (const bytes of [shorter, Buffer.concat([shorter, Buffer.of(0)])])
    assert.throws(() => cleanWebp(bytes), PictureFault);
});

test('a WebP without an extended header keeps no EXIF, which it cannot contain', () => {
  const pixels = chunkOf('VP8 ', lossyHeader(17, 5));
  const { parts } = cleanWebp(makeRiff(pixels, chunkOf('EXIF', exifWithOrientation(6))));
  assert.deepEqual(Buffer.concat(parts), makeRiff(pixels));
});

test('the orientation is read only from complete entries within the count of EXIF', () => {
  const written = exifWithOrientation(6);
  assert.equal(readOrientation(written.subarray(0, 22)), 6, 'the entry ends with the data');
  const countless = Buffer.from(written);
  countless.writeUInt16BE(0, 8);
  assert.equal(readOrientation(countless), 1);
});

test('a picture is upright if the EXIF offset leads to no entries', () => {
  for (const at of [8, 24, 25, 26, 0xffffffff]) {
    const elsewhere = exifWithOrientation(6);
    elsewhere.writeUInt32BE(at, 4);
    assert.equal(readOrientation(elsewhere), at === 8 ? 6 : 1, `at ${at}`);
  }
});
