/** The reason why bytes are no valid picture, worded to follow a field's name. */
export class PictureFault extends Error {}

/** The parts of a picture that are kept, in order, and its size. */
export type Cleaned = { width: number; height: number; parts: Buffer[] };

/** More pieces than real pictures have; walking them takes milliseconds. */
const MAX_PIECES = 20_000;

export const truncated = () => new PictureFault('is cut off before its end');
export const broken = (what: string) => new PictureFault(`is broken: ${what}`);

export function assertFew(pieces: number): void {
  if (pieces > MAX_PIECES) throw broken(`more than ${MAX_PIECES} pieces`);
}
