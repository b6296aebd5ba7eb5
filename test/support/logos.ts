import assert from 'node:assert/strict';
import sharp from 'sharp';

/** Checks that a stored logo was redrawn as a small WebP without metadata, and returns its size and colour. */
export async function readLogo(url: string): Promise<{ width: number; height: number; colour: string }> {
  const [, base64 = ''] = /^data:image\/webp;base64,(.+)$/.exec(url) ?? [];
  const picture = sharp(Buffer.from(base64, 'base64'));
  const { width, height, exif } = await picture.metadata();
  assert.equal(exif, undefined);
  assert.ok(url.length < 20_000);
  const { dominant } = await picture.stats();
  const colour = dominant.r > dominant.g && dominant.r > dominant.b ? 'red' : 'green';
  return { width, height, colour };
}

/** Draws a picture of one colour as base64. */
export async function drawLogo(colour: 'red' | 'green', type: 'png' | 'jpeg' = 'png'): Promise<string> {
  const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: colour } });
  const bytes = await plain
    .withExif({ IFD0: { Artist: 'Ada' } })
    .toFormat(type)
    .toBuffer();
  return bytes.toString('base64');
}
