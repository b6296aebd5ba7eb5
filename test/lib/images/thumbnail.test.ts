import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { PictureFault } from '../../../src/lib/images/fault.ts';
import { makeThumbnail } from '../../../src/lib/images/thumbnail.ts';
import { drawPng } from '../../support/pictures.ts';

const MAX_MS = 20_000;
const png = drawPng(1_200, 800);

async function* arrive(...pieces: (Buffer | Promise<Buffer>)[]) {
  for (const piece of pieces) yield piece;
}

test('a picture whose last bytes come just before its 20 s are over gets a thumbnail', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const rest = Promise.withResolvers<Buffer>();
  const made = makeThumbnail(arrive(png.subarray(0, 100), rest.promise));
  await nextTurn();
  t.mock.timers.tick(MAX_MS - 1);
  rest.resolve(png.subarray(100));
  const { width, height } = await sharp(await made).metadata();
  assert.deepEqual([width, height], [480, 320]);
});

test('a picture that is not read after 20 s is given up, which is no fault of the picture', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const never = Promise.withResolvers<Buffer>();
  const made = makeThumbnail(arrive(png.subarray(0, 100), never.promise));
  await nextTurn();
  t.mock.timers.tick(MAX_MS);
  never.resolve(png.subarray(100));
  await assert.rejects(made, (error) => {
    assert.ok(error instanceof Error && !(error instanceof PictureFault));
    assert.match(error.message, /^a thumbnail was not made/);
    return true;
  });
});

test('what is no picture is a fault of the picture, with the reason', async () => {
  await assert.rejects(makeThumbnail(arrive(Buffer.from('no picture'))), (error) => {
    assert.ok(error instanceof PictureFault);
    assert.match(error.message, /^is broken: .*format/);
    return true;
  });
});

test('a picture of up to 64 million pixels is decoded, and none of more', async () => {
  const reasonOf = (width: number, height: number) =>
    makeThumbnail(arrive(drawPng(1, 1, { width, height }))).then(String, ({ message }) => message);
  assert.doesNotMatch(await reasonOf(8_000, 8_000), /pixel limit/);
  assert.match(await reasonOf(8_000, 8_001), /pixel limit/);
});
