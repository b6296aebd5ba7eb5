import { brokenPicture, PictureFault, truncatedPicture } from './fault.ts';
import { imageReasons } from './reasons.ts';

const WHITE = /^[\0\t\n\f\r ]*$/;
const TAIL_LENGTH = 2_048;

/** Checks the start and the end of a PDF only. */
export function assertPdf(bytes: Buffer): void {
  if (!/^%PDF-[12]\.\d[\r\n ]/.test(bytes.toString('latin1', 0, 9))) throw brokenPicture('no header');
  const tail = bytes.toString('latin1', Math.max(bytes.length - TAIL_LENGTH, 0));
  const end = tail.lastIndexOf('%%EOF');
  if (end === -1) throw truncatedPicture();
  if (!/startxref\s+\d+\s*$/.test(tail.slice(0, end))) throw brokenPicture('no table of contents');
  if (!WHITE.test(tail.slice(end + '%%EOF'.length)))
    throw new PictureFault(imageReasons.picture_followed_by_data);
}
