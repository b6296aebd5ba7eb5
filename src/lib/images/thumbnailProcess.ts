import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/* Reads a picture from standard input and writes a WebP of it within a square of the side asked for; exits with 2 when it is none. */
const side = Number(process.argv[2]);
const MAX_PIXELS = 64_000_000;
const NOT_A_PICTURE = 2;

sharp.cache(false);
sharp.concurrency(1);
const picture = await buffer(process.stdin);
try {
  const small = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .webp({ quality: 80 })
    .toBuffer();
  process.stdout.write(small);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = NOT_A_PICTURE;
}
