import { DocumentFault, type Passage } from './document.ts';
import type { Format } from './formats.ts';

const MB = 1024 * 1024;
/** Four million characters take at most 16 MB; the other formats hold pictures, fonts or markup beside their text. */
const MAX_BYTES: Record<Format, number> = {
  text: 16 * MB,
  markdown: 16 * MB,
  csv: 16 * MB,
  html: 25 * MB,
  docx: 25 * MB,
  pdf: 25 * MB,
};
const MAX_PDF_OBJECTS = 200_000;
const PDF_OBJECT = Buffer.from(' obj', 'latin1');

/** Checks that are cheap and come before any parser. */
export function assertWithinBounds(format: Format, bytes: Buffer): void {
  const max = MAX_BYTES[format];
  if (bytes.length > max)
    throw new DocumentFault(`It has more than ${max / MB} MB, the most for its kind of file.`);
  if (format === 'pdf' && hasMore(bytes, PDF_OBJECT, MAX_PDF_OBJECTS))
    throw new DocumentFault(`It holds more than ${MAX_PDF_OBJECTS} objects.`);
}

/** True if the pattern occurs more than `max` times. */
function hasMore(bytes: Buffer, pattern: Buffer, max: number): boolean {
  let count = 0;
  for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + pattern.length))
    if (++count > max) return true;
  return false;
}

/** More than a manual of 2,000 pages has. Each one is a row and an entry of an index, so more take minutes to write. */
const MAX_WORDS = 100_000;

/** A word is a run of letters and digits here; what the database takes for one differs by a small factor. */
export function assertFewWords(passages: readonly Passage[]): void {
  const words = new Set<string>();
  for (const { heading, text } of passages) {
    for (const [word] of `${heading ?? ''} ${text}`.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu))
      words.add(word);
    if (words.size > MAX_WORDS) throw new DocumentFault(`It holds more than ${MAX_WORDS} different words.`);
  }
}
