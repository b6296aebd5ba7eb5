import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { PictureFault } from '../../../src/lib/images/fault.ts';
import { makeThumbnail } from '../../../src/lib/images/thumbnail.ts';
import { drawPng } from '../../support/pictures.ts';

const drawn = (picture: Buffer) => makeThumbnail('account', picture);

test('a picture becomes a WebP that fits into a square of 480 pixels', async () => {
  const { width, height, format } = await sharp(await drawn(drawPng(1_200, 800))).metadata();
  assert.deepEqual([width, height, format], [480, 320, 'webp']);
});

test('a file that is not a picture is reported with the reason', async () => {
  await assert.rejects(drawn(Buffer.from('no picture')), (error) => {
    assert.ok(error instanceof PictureFault);
    assert.match(error.message, /^is broken: .*format/);
    return true;
  });
});

test('a picture of up to 64 million pixels is decoded, a larger one is not', async () => {
  const reasonOf = (width: number, height: number) =>
    drawn(drawPng(1, 1, { width, height })).then(String, ({ message }) => message);
  assert.doesNotMatch(await reasonOf(8_000, 8_000), /pixel limit/);
  assert.match(await reasonOf(8_000, 8_001), /pixel limit/);
});

test('the memory of the process suffices for the largest picture that it may decode', async () => {
  const side = 8_000;
  const largest = sharp({ create: { width: side, height: side, channels: 4, background: '#1234' } });
  // A progressive picture is completely in memory while it is decoded.
  const picture = await largest.png({ progressive: true, compressionLevel: 1 }).toBuffer();
  const { width, height } = await sharp(await drawn(picture)).metadata();
  assert.deepEqual([width, height], [480, 480]);
});

test('a picture that repeats its scans is either drawn or rejected, and the next picture is drawn', async () => {
  const create = { width: 4_000, height: 4_000, channels: 3, background: '#123' } as const;
  const jpeg = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
  const [scan, end] = [jpeg.indexOf(Buffer.of(0xff, 0xda)), jpeg.length - 2];
  const bomb = [
    jpeg.subarray(0, end),
    ...Array<Buffer>(10).fill(jpeg.subarray(scan, end)),
    jpeg.subarray(end),
  ];
  await drawn(Buffer.concat(bomb)).catch((error: unknown) => assert.ok(error instanceof PictureFault));
  assert.ok((await drawn(drawPng(10, 10))).length > 0);
});
