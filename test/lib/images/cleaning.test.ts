import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { PictureFault, type CleanedPicture } from '../../../src/lib/images/fault.ts';
import { cleanJpeg } from '../../../src/lib/images/jpeg.ts';
import { readOrientation, exifWithOrientation } from '../../../src/lib/images/orientation.ts';
import { assertPdf } from '../../../src/lib/images/inspect.ts';
import { cleanPng } from '../../../src/lib/images/png.ts';
import { cleanWebp } from '../../../src/lib/images/webp.ts';
import { chunkOf, drawPng, PDF, pngChunk, makeRiff } from '../../support/pictures.ts';

const WIDTH = 17;
const HEIGHT = 5;
const png = drawPng(WIDTH, HEIGHT);
const drawn = sharp(png);
const turned = sharp(png).withMetadata({ orientation: 6 });

type Picture = { bytes: Buffer; clean: (bytes: Buffer) => CleanedPicture };

const PICTURES: Record<string, Picture> = {
  PNG: { bytes: png, clean: cleanPng },
  JPEG: { bytes: await drawn.clone().jpeg().toBuffer(), clean: cleanJpeg },
  'a WebP': { bytes: await drawn.clone().webp().toBuffer(), clean: cleanWebp },
  'a lossless WebP': { bytes: await drawn.clone().webp({ lossless: true }).toBuffer(), clean: cleanWebp },
  'a rotated JPEG': { bytes: await turned.clone().jpeg().toBuffer(), clean: cleanJpeg },
  'a rotated PNG': { bytes: await turned.clone().png().toBuffer(), clean: cleanPng },
  'a rotated WebP': { bytes: await turned.clone().webp().toBuffer(), clean: cleanWebp },
};

for (const [what, { bytes, clean }] of Object.entries(PICTURES)) {
  test(`${what} keeps its size, and its cleaned file shows the same picture`, async () => {
    const { width, height, parts } = clean(bytes);
    assert.deepEqual([width, height], [WIDTH, HEIGHT]);
    const kept = Buffer.concat(parts);
    assert.deepEqual(await pixelsOf(kept), await pixelsOf(bytes));
    assert.equal((await sharp(kept).metadata()).orientation, (await sharp(bytes).metadata()).orientation);
    assert.deepEqual(Buffer.concat(clean(kept).parts), kept, 'there is nothing more to leave out');
  });

  test(`${what} that is truncated anywhere is rejected`, () => {
    for (let length = 8; length < bytes.length; length++)
      assert.throws(() => clean(bytes.subarray(0, length)), PictureFault, `${length} bytes`);
  });

  test(`${what} with trailing data is the same after the data is removed`, () => {
    const behind = Buffer.concat([bytes, Buffer.from('behind')]);
    assert.deepEqual(Buffer.concat(clean(behind).parts), Buffer.concat(clean(bytes).parts));
  });
}

test('restart markers in the pixel data of a JPEG are kept, and any other marker ends the pixel data', () => {
  const at = jpeg.length - 2;
  const withMark = (mark: number) =>
    Buffer.concat([jpeg.subarray(0, at), Buffer.of(0xff, mark), jpeg.subarray(at)]);
  for (const mark of [0x00, 0xd0, 0xd7, 0xff]) {
    const more = withMark(mark);
    assert.deepEqual(Buffer.concat(cleanJpeg(more).parts), more, mark.toString(16));
  }
  for (const mark of [0xcf, 0xd8]) assert.throws(() => cleanJpeg(withMark(mark)), PictureFault);
});

test('a WebP may end with an empty chunk', () => {
  const head = chunkOf('VP8X', Buffer.alloc(10));
  const more = makeRiff(head, chunkOf('VP8 ', Buffer.alloc(20)), chunkOf('ICCP', Buffer.of()));
  assert.deepEqual(Buffer.concat(cleanWebp(more).parts), more);
});

const { bytes: jpeg } = PICTURES['JPEG'] ?? { bytes: png };
/** JPEG markers that are needed to decode pixels: frames, tables and others. */
const OF_PIXELS = [...range(0xc0, 0xc7), ...range(0xc9, 0xcf), ...range(0xdb, 0xdf)];
const NAMES: [name: string, marker: number | undefined][] = [
  ['Anything', undefined],
  ['JFIF\0', 0xe0],
  ['Exif\0\0', 0xe1],
  ['ICC_PROFILE\0', 0xe2],
  ['Adobe', 0xee],
];

for (const [name, own] of NAMES)
  test(`a JPEG keeps the segments that decode its pixels, and ${JSON.stringify(name)} at its valid position`, () => {
    const markers = [0x01, 0xbf, ...range(0xc0, 0xcf), ...range(0xdb, 0xfe)];
    const kept = markers.filter((marker) => keepsInJpeg(marker, name));
    assert.deepEqual(kept, [...OF_PIXELS, ...(own === undefined ? [] : [own])]);
  });

test('a JPEG keeps the resolution and the orientation of JFIF and EXIF, but no thumbnail', () => {
  const jfif = Buffer.from('JFIF\0\x01\x02\x01\0\x48\0\x60', 'latin1');
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifWithOrientation(6)]);
  const more = withSegments(
    [0xe0, Buffer.concat([jfif, Buffer.of(1, 1, 250, 251, 252)])],
    [0xe1, Buffer.concat([exif, Buffer.from('behind')])],
  );
  const kept = withSegments([0xe0, Buffer.concat([jfif, Buffer.of(0, 0)])], [0xe1, exif]);
  assert.deepEqual(Buffer.concat(cleanJpeg(more).parts), kept);
});

function withSegments(...segments: [marker: number, data: Buffer][]): Buffer {
  const written = segments.flatMap(([marker, data]) => [Buffer.of(0xff, marker, 0, data.length + 2), data]);
  return Buffer.concat([jpeg.subarray(0, 2), ...written, jpeg.subarray(2)]);
}

/** True if a segment in front of the picture is kept, whole or in part. */
function keepsInJpeg(marker: number, name: string): boolean {
  const data = Buffer.concat([Buffer.from(name, 'latin1'), exifWithOrientation(6)]);
  const lengthOf = ({ parts }: CleanedPicture) => Buffer.concat(parts).length;
  return lengthOf(cleanJpeg(withSegments([marker, data]))) > lengthOf(cleanJpeg(jpeg));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const LEFT_OUT = ['eXIf', 'iTXt', 'oFFs', 'tEXt', 'tIME', 'zTXt', 'caBX'];
const OF_COLOURS = [
  'PLTE',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'mDCV',
  'cLLI',
  'bKGD',
  'hIST',
];
const OF_MEASURE_AND_MOTION = ['pHYs', 'sPLT', 'acTL', 'fcTL', 'fdAT'];

test('a PNG keeps colours, resolution and animation, but no texts, times, locations and unknown chunks', () => {
  const kept = [...OF_COLOURS, ...OF_MEASURE_AND_MOTION];
  const at = png.indexOf('IDAT') - 4;
  const withChunk = (type: string, data: Buffer) =>
    Buffer.concat([png.subarray(0, at), pngChunk(type, data), png.subarray(at)]);
  for (const type of kept) {
    const more = withChunk(type, Buffer.of(1, 2));
    assert.deepEqual(Buffer.concat(cleanPng(more).parts), more, type);
  }
  for (const type of LEFT_OUT) {
    const more = withChunk(type, exifWithOrientation(type === 'eXIf' ? 1 : 6));
    assert.deepEqual(Buffer.concat(cleanPng(more).parts), png, type);
  }
});

test('a WebP keeps transparency, colours and animation, but no XMP and unknown chunks', () => {
  const head = chunkOf('VP8X', Buffer.alloc(10));
  const found = ['EXIF', 'XMP ', 'JUNK', 'ALPH', 'ANIM', 'ANMF', 'ICCP', 'VP8 ', 'VP8L'].filter((type) => {
    const more = makeRiff(head, chunkOf(type, Buffer.alloc(20)), chunkOf('VP8 ', Buffer.alloc(20)));
    return Buffer.concat(cleanWebp(more).parts).equals(more);
  });
  assert.deepEqual(found, ['ALPH', 'ANIM', 'ANMF', 'ICCP', 'VP8 ', 'VP8L']);
});

test('the flags of an extended WebP match the chunks that are kept', () => {
  const flagsOf = (flags: number, ...chunks: Buffer[]) => {
    const head = chunkOf('VP8X', Buffer.concat([Buffer.of(flags), Buffer.alloc(9)]));
    const kept = Buffer.concat(cleanWebp(makeRiff(head, ...chunks, chunkOf('VP8 ', Buffer.alloc(20)))).parts);
    return kept[20];
  };
  const exif = chunkOf('EXIF', exifWithOrientation(6));
  assert.equal(flagsOf(0xff), 0xf3, 'neither EXIF nor XMP');
  assert.equal(flagsOf(0xff, exif), 0xfb, 'EXIF with the orientation');
  assert.equal(flagsOf(0x00, exif), 0x08);
});

const EXIF_ONLY = chunkOf('EXIF', Buffer.alloc(20));
const BROKEN: [string, () => unknown, RegExp][] = [
  ['a WebP without pixels', () => cleanWebp(makeRiff(EXIF_ONLY)), /no pixels/],
  [
    'a WebP with only an animation frame',
    () => cleanWebp(makeRiff(chunkOf('ANMF', Buffer.alloc(20)))),
    /no header/,
  ],
  ['a PNG without pixels', () => cleanPng(without(png, 'IDAT')), /no pixels/],
  ['a PNG without a header', () => cleanPng(without(png, 'IHDR')), /no header/],
  [
    'a PNG whose first chunk is not a header but has its length',
    () => cleanPng(Buffer.concat([png.subarray(0, 8), pngChunk('tEXt', Buffer.alloc(13)), png.subarray(8)])),
    /no header/,
  ],
  ['a PNG with a wrong checksum', () => cleanPng(changed(png, 40)), /checksum/],
  ['a JPEG without pixels', () => cleanJpeg(Buffer.of(0xff, 0xd8, 0xff, 0xd9)), /no pixels/],
  ['a JPEG without a marker', () => cleanJpeg(Buffer.of(0xff, 0xd8, 0x00, 0xd9)), /a marker is missing/],
  [
    'a JPEG segment without a length',
    () => cleanJpeg(Buffer.of(0xff, 0xd8, 0xff, 0xe5, 0, 1)),
    /a segment has no length/,
  ],
  [
    'a PDF with text after its end',
    () => assertPdf(Buffer.concat([PDF, Buffer.from('x')])),
    /extra data after its end/,
  ],
  ['a PDF without an end marker', () => assertPdf(PDF.subarray(0, -8)), /cut off/],
  [
    'a PDF without a cross-reference table',
    () => assertPdf(replaced(PDF, 'startxref', 'startyref')),
    /the cross-reference table is missing/,
  ],
  ['a PDF of version 3', () => assertPdf(replaced(PDF, '%PDF-1', '%PDF-3')), /no header/],
];

for (const [what, clean, message] of BROKEN) test(`${what} is rejected`, () => assert.throws(clean, message));

test('the end marker of a PDF is within the last 2,048 bytes of the file', () => {
  const withTable = (length: number) =>
    Buffer.from(`%PDF-1.4\nstartxref\n7${'\n'.repeat(length - 16)}%%EOF`, 'latin1');
  assertPdf(withTable(2_048));
  assert.throws(() => assertPdf(withTable(2_049)), /the cross-reference table is missing/);
});

test('a PDF may end in white space, and begin with version 1 or 2', () => {
  assertPdf(Buffer.concat([PDF, Buffer.from('\r\n \t\0')]));
  assertPdf(replaced(PDF, '%PDF-1.4', '%PDF-2.0'));
});

for (let orientation = 1; orientation <= 8; orientation++)
  test(`an orientation of ${orientation} is read as it was written`, () => {
    const written = exifWithOrientation(orientation);
    assert.equal(readOrientation(written), orientation);
    assert.equal(readOrientation(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), written])), orientation);
  });

test('the orientation is found after other entries, in both byte orders', () => {
  const big = Buffer.concat([
    exifWithOrientation(6).subarray(0, 8),
    Buffer.of(0, 2),
    Buffer.alloc(12, 1),
    exifWithOrientation(6).subarray(10),
  ]);
  const little = Buffer.concat([Buffer.from('II*\0', 'latin1'), Buffer.from(big.subarray(4))]);
  little.writeUInt32LE(8, 4);
  for (const at of [8, 22, 24, 30]) little.writeUInt16LE(big.readUInt16BE(at), at);
  for (const exif of [big, little]) assert.equal(readOrientation(exif), 6);
  assert.equal(readOrientation(big.subarray(0, 33)), 1, 'the entry is cut off');
});

test('a picture whose orientation is not 1 to 8 is treated as upright', () => {
  const written = exifWithOrientation(6);
  for (const odd of [exifWithOrientation(0), exifWithOrientation(9), Buffer.alloc(0), Buffer.from('II*\0')])
    assert.equal(readOrientation(odd), 1);
  for (let length = 0; length < 22; length++) assert.equal(readOrientation(written.subarray(0, length)), 1);
  for (const at of [0, 4, 11, 13]) assert.equal(readOrientation(changed(written, at)), 1, `byte ${at}`);
});

async function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer();
}

function without(bytes: Buffer, type: string): Buffer {
  const at = bytes.indexOf(type) - 4;
  const length = 12 + bytes.readUInt32BE(at);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length), pngChunk('IEND')]);
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8((bytes[at] ?? 0) ^ 0x40, at);
  return copy;
}

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
}
