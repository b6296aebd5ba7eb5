import type { Reason } from '../text/reasons.ts';
import { imageReasons } from './reasons.ts';

/** Thrown for bytes that are not a valid picture. */
export class PictureFault extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason.text, options);
    this.reason = reason;
  }
}

/** The size of a picture and the parts of its file that are kept, in order. */
export type CleanedPicture = { width: number; height: number; parts: Buffer[] };

/**
 * Maximum number of JPEG segments, or of PNG or WebP chunks. Real pictures have fewer, and reading this many takes
 * milliseconds.
 */
const MAX_PIECES = 20_000;

export const truncatedPicture = () => new PictureFault(imageReasons.picture_cut_off);
export const brokenPicture = (problem: string) => new PictureFault(imageReasons.picture_broken({ problem }));

/** Throws if the file has more segments or chunks than `MAX_PIECES`. */
export function assertChunkCount(pieces: number): void {
  if (pieces > MAX_PIECES) throw brokenPicture(`more than ${MAX_PIECES} pieces`);
}
