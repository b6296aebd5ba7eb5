import { DocumentFault, type Passage } from './document.ts';
import type { Format } from './formats.ts';
import { documentReasons } from './reasons.ts';

const MB = 1024 * 1024;
/**
 * Maximum file sizes. Four million characters of a text format need at most 16 MB; the other formats contain pictures,
 * fonts or markup in addition.
 */
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

/** Checks limits that need no parser, before a parser reads the document. */
export function assertWithinBounds(format: Format, bytes: Buffer): void {
  const max = MAX_BYTES[format];
  if (bytes.length > max)
    throw new DocumentFault(documentReasons.document_too_many_bytes({ most: max / MB }));
  if (format === 'pdf' && hasMore(bytes, PDF_OBJECT, MAX_PDF_OBJECTS))
    throw new DocumentFault(documentReasons.document_too_many_objects({ most: MAX_PDF_OBJECTS }));
}

/** True if the pattern occurs more than `max` times. */
function hasMore(bytes: Buffer, pattern: Buffer, max: number): boolean {
  let count = 0;
  for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + pattern.length))
    if (++count > max) return true;
  return false;
}

/**
 * Maximum number of different words; a manual of 2,000 pages has fewer. Each word is a row and an index entry, so that
 * more words would take minutes to write.
 */
const MAX_WORDS = 100_000;

/**
 * Throws if the passages contain too many different words. A word is a run of letters and digits here; PostgreSQL's
 * text search counts slightly differently.
 */
export function assertFewDistinctWords(passages: readonly Passage[]): void {
  const words = new Set<string>();
  for (const { heading, text } of passages) {
    for (const [word] of `${heading ?? ''} ${text}`.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu))
      words.add(word);
    if (words.size > MAX_WORDS)
      throw new DocumentFault(documentReasons.document_too_many_words({ most: MAX_WORDS }));
  }
}
