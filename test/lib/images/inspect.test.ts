import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureFault } from '../../../src/lib/images/fault.ts';
import { removePictureMetadata } from '../../../src/lib/images/inspect.ts';
import { drawPng } from '../../support/pictures.ts';

/** Reads a picture whose header declares this size. */
function read(width: number, height: number): Buffer {
  return removePictureMetadata(drawPng(1, 1, { width, height }), 'image/png');
}

for (const [width, height] of [
  [1, 1],
  [20_000, 3_200],
  [3_200, 20_000],
] as const)
  test(`${width} × ${height} pixels are read`, () => assert.ok(read(width, height).length > 0));

for (const [width, height, message] of [
  [0, 1, /width or height is zero/],
  [1, 0, /width or height is zero/],
  [20_001, 1, /more than 64 million, or more than 20000 per side/],
  [1, 20_001, /more than 64 million, or more than 20000 per side/],
  [8_000, 8_001, /more than 64 million/],
] as const)
  test(`${width} × ${height} pixels are rejected`, () =>
    assert.throws(
      () => read(width, height),
      (error) => error instanceof PictureFault && message.test(error.message),
    ));
