import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { PictureFault } from '../../../src/lib/images/fault.ts';
import { makeThumbnail } from '../../../src/lib/images/thumbnail.ts';
import { drawPng } from '../../support/pictures.ts';

const drawn = (picture: Buffer) => makeThumbnail('account', picture);

test('a picture becomes a WebP within a square of 480', async () => {
  const { width, height, format } = await sharp(await drawn(drawPng(1_200, 800))).metadata();
  assert.deepEqual([width, height, format], [480, 320, 'webp']);
});

test('what is no picture is a fault of the picture, with the reason', async () => {
  await assert.rejects(drawn(Buffer.from('no picture')), (error) => {
    assert.ok(error instanceof PictureFault);
    assert.match(error.message, /^is broken: .*format/);
    return true;
  });
});

test('a picture of up to 64 million pixels is decoded, and none of more', async () => {
  const reasonOf = (width: number, height: number) =>
    drawn(drawPng(1, 1, { width, height })).then(String, ({ message }) => message);
  assert.doesNotMatch(await reasonOf(8_000, 8_000), /pixel limit/);
  assert.match(await reasonOf(8_000, 8_001), /pixel limit/);
});
