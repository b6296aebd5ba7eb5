import { Type } from '../schema/type.ts';

const MOST_BYTES = 500 * 1024;

/** Timeout of the request; longer than the limit for decoding a picture. */
export const SMALL_PICTURE_TIMEOUT_MS = 25_000;

/** `maxLength` is in base64 characters, four of which encode three bytes. */
export const SmallPictureInput = Type.String({
  minLength: 1,
  maxLength: Math.ceil(MOST_BYTES / 3) * 4,
  description: 'A PNG or JPEG picture of at most 500 KB, in base64',
});
