/** Why bytes are not the picture they should be: a sentence that goes behind the name of a field. */
export class PictureFault extends Error {}

/** What of a picture is kept, in order, and its size. */
export type Cleaned = { width: number; height: number; parts: Buffer[] };

/** As many pieces as no camera and no program makes; walking them takes a few milliseconds. */
const MAX_PIECES = 20_000;

export const truncated = () => new PictureFault('is cut off before its end');
export const broken = (what: string) => new PictureFault(`is broken: ${what}`);

export function assertFew(pieces: number): void {
  if (pieces > MAX_PIECES) throw broken(`more than ${MAX_PIECES} pieces`);
}
