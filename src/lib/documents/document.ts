import type { Reason } from '../text/reasons.ts';
import { documentReasons } from './reasons.ts';

/** A block of text, in document order. */
export type Block = { kind: 'heading' | 'text'; text: string; page: number | null };

export type Passage = { page: number | null; heading: string | null; text: string };

export type DocumentReading =
  | { kind: 'read'; pages: number | null; passages: Passage[] }
  | { kind: 'refused'; reason: Reason };

/** Thrown for a document that cannot be read; the reason is shown to the user. */
export class DocumentFault extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.text);
    this.reason = reason;
  }
}

export const MOST_PAGES = 2_000;
export const MOST_CHARACTERS = 4_000_000;

export type ReadJob = { name: string; file: Uint8Array };

const MOST_DEPTH = 1_000;

/**
 * Counts the nesting depth of markup and throws above MOST_DEPTH. Real pages stay below the limit, which keeps the
 * parser's search for open tags fast.
 */
export function createDepthCounter() {
  let depth = 0;
  return {
    enter() {
      if (++depth > MOST_DEPTH)
        throw new DocumentFault(documentReasons.document_too_deep({ most: MOST_DEPTH }));
    },
    leave: () => void depth--,
  };
}

/**
 * Throws if the collected text is too long. Called for each piece of a parser, because one block can be as large as the
 * file.
 */
export function assertTextFits(text: string): void {
  if (text.length > MOST_CHARACTERS) throw tooMuchText();
}

function tooMuchText(): DocumentFault {
  return new DocumentFault(
    documentReasons.document_too_many_characters({ most_million: MOST_CHARACTERS / 1e6 }),
  );
}

/** Collects normalized blocks. Throws if the document contains too much text. */
export function createBlockCollector() {
  const blocks: Block[] = [];
  let characters = 0;
  return {
    blocks,
    add(kind: Block['kind'], raw: string, page: number | null = null) {
      const text = raw
        .replaceAll('\0', ' ')
        .toWellFormed()
        .replaceAll(/[^\S\n]+/g, ' ')
        .trim();
      if (text === '') return;
      characters += text.length;
      if (characters > MOST_CHARACTERS) throw tooMuchText();
      blocks.push({ kind, text, page });
    },
  };
}
