import { Type } from '../schema/type.ts';

const MOST_BYTES = 500 * 1024;

/** Longer than a picture may be read. */
export const SMALL_PICTURE_WITHIN_MS = 25_000;

/** Base64 has four characters for three bytes. */
export const SmallPicture = Type.String({
  minLength: 1,
  maxLength: Math.ceil(MOST_BYTES / 3) * 4,
  description: 'A PNG or JPEG picture of at most 500 KB, in base64',
});
