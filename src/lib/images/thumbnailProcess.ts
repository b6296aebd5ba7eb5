/** Program of the sandbox processes that make thumbnails. */
import sharp from 'sharp';
import { serveSandbox } from '../process/sandbox/serve.ts';
import { imageReasons } from './reasons.ts';
import type { ThumbnailAnswer, ThumbnailJob } from './thumbnail.ts';

const MAX_PIXELS = 64_000_000;

sharp.cache(false);
sharp.concurrency(1);

async function draw({ picture, side }: ThumbnailJob): Promise<ThumbnailAnswer> {
  try {
    const small = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .webp({ quality: 80 })
      .toBuffer();
    return { kind: 'drawn', base64: small.toString('base64') };
  } catch (error) {
    return {
      kind: 'refused',
      reason: imageReasons.picture_broken({
        problem: error instanceof Error ? error.message : String(error),
      }),
    };
  }
}

serveSandbox(draw);
