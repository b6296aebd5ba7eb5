import type { Reason } from '../text/reasons.ts';
import { imageReasons } from './reasons.ts';

/** Bytes are no valid picture. */
export class PictureFault extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason.text, options);
    this.reason = reason;
  }
}

/** The parts of a picture that are kept, in order, and its size. */
export type CleanedPicture = { width: number; height: number; parts: Buffer[] };

/** More pieces than real pictures have; walking them takes milliseconds. */
const MAX_PIECES = 20_000;

export const truncatedPicture = () => new PictureFault(imageReasons.picture_cut_off);
export const brokenPicture = (problem: string) => new PictureFault(imageReasons.picture_broken({ problem }));

export function assertPieceCount(pieces: number): void {
  if (pieces > MAX_PIECES) throw brokenPicture(`more than ${MAX_PIECES} pieces`);
}
