import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanJpeg } from '../../../src/lib/images/jpeg.ts';
import { cleanPng } from '../../../src/lib/images/png.ts';
import { cleanWebp } from '../../../src/lib/images/webp.ts';
import { chunkOf, drawJpeg, drawPng, drawWebp, pngChunk, makeRiff } from '../../support/pictures.ts';

const [png, jpeg, webp] = [drawPng(), await drawJpeg(), await drawWebp()];

/** The other pieces of a picture are its start and its pixels. */
const MANY_PIECES: [name: string, other_pieces: number, make: (count: number) => unknown][] = [
  [
    'PNG chunks',
    1,
    (count) => {
      const more = Buffer.alloc(count * 12, pngChunk('junk'));
      return cleanPng(Buffer.concat([png.subarray(0, -12), more, png.subarray(-12)]));
    },
  ],
  [
    'JPEG segments',
    8,
    (count) =>
      cleanJpeg(
        Buffer.concat([
          jpeg.subarray(0, 2),
          Buffer.alloc(count * 4, Buffer.of(0xff, 0xfe, 0, 2)),
          jpeg.subarray(2),
        ]),
      ),
  ],
  [
    'WebP chunks',
    0,
    (count) => cleanWebp(makeRiff(webp.subarray(12), Buffer.alloc(count * 8, chunkOf('JUNK', Buffer.of())))),
  ],
];

for (const [name, other_pieces, make] of MANY_PIECES)
  test(`20,000 ${name} are accepted, and no more`, () => {
    make(20_000 - other_pieces);
    assert.throws(() => make(20_001 - other_pieces), /more than 20000 pieces/);
  });
