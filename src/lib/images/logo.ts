import { decodeBase64 } from '../base64.ts';
import { badRequest } from '../errors.ts';
import { fewAtOnce } from '../fewAtOnce.ts';
import { PictureFault } from './fault.ts';
import { readPicture, recognise } from './inspect.ts';
import { makeThumbnail } from './thumbnail.ts';

/** Twice the side at which the largest one is shown. */
const SIDE = 128;

const inTurn = fewAtOnce(2);

/** A small WebP of a PNG or JPEG as a data URL: drawn anew, so that nothing else of the file is kept. */
export async function makeLogo(base64: string): Promise<string> {
  const bytes = decodeBase64(base64);
  if (!bytes || bytes.length === 0) throw badRequest('logo: is not valid base64');
  const type = recognise(bytes);
  if (type !== 'image/png' && type !== 'image/jpeg') throw badRequest('logo: must be a PNG or JPEG picture');
  try {
    const picture = readPicture(bytes, type);
    const small = await inTurn(() => makeThumbnail(oneBlock(picture), SIDE));
    return `data:image/webp;base64,${small.toString('base64')}`;
  } catch (error) {
    throw error instanceof PictureFault ? badRequest(`logo: ${error.message}`) : error;
  }
}

async function* oneBlock(bytes: Buffer) {
  yield bytes;
}
