import { decodeBase64 } from '../crypto/base64.ts';
import { badRequest, internalError } from '../errors.ts';
import { schemaReasons } from '../schema/reasons.ts';
import { imageReasons } from './reasons.ts';
import { TooManyWaiting } from '../process/sandbox/failure.ts';
import { PictureFault } from './fault.ts';
import { removePictureMetadata, detectPictureType } from './inspect.ts';
import { makeThumbnail } from './thumbnail.ts';

/** Side length in pixels: twice the largest size at which the picture is shown. */
const SIDE = 128;

/**
 * Converts a PNG or JPEG to a small WebP data URL. The picture is decoded and encoded again, so no metadata of the file
 * remains. `path` is the input member that errors name.
 */
export async function makeSmallPicture(account_id: string, base64: string, path: string): Promise<string> {
  const bytes = decodeBase64(base64);
  if (!bytes || bytes.length === 0) throw badRequest(path, schemaReasons.not_base64);
  const type = detectPictureType(bytes);
  if (type !== 'image/png' && type !== 'image/jpeg') throw badRequest(path, imageReasons.not_png_or_jpeg);
  try {
    const small = await makeThumbnail(account_id, removePictureMetadata(bytes, type), SIDE);
    return `data:image/webp;base64,${small.toString('base64')}`;
  } catch (error) {
    if (error instanceof PictureFault) throw badRequest(path, error.reason);
    if (error instanceof TooManyWaiting) throw internalError(imageReasons.too_many_pictures);
    throw error;
  }
}
