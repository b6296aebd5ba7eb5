import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureFault } from '../../../src/lib/images/fault.ts';
import { readPicture } from '../../../src/lib/images/inspect.ts';
import { drawPng } from '../../support/pictures.ts';

/** A picture that says so of its size. */
function read(width: number, height: number): Buffer {
  return readPicture(drawPng(1, 1, { width, height }), 'image/png');
}

for (const [width, height] of [
  [1, 1],
  [20_000, 3_200],
  [3_200, 20_000],
] as const)
  test(`${width} × ${height} pixels are read`, () => assert.ok(read(width, height).length > 0));

for (const [width, height, message] of [
  [0, 1, /has no size/],
  [1, 0, /has no size/],
  [20_001, 1, /more than 64 million or 20000 a side/],
  [1, 20_001, /more than 64 million or 20000 a side/],
  [8_000, 8_001, /more than 64 million/],
] as const)
  test(`${width} × ${height} pixels are refused`, () =>
    assert.throws(
      () => read(width, height),
      (error) => error instanceof PictureFault && message.test(error.message),
    ));
