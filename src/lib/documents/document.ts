/** A block of text in document order. */
export type Block = { kind: 'heading' | 'text'; text: string; page: number | null };

export type Passage = { page: number | null; heading: string | null; text: string };

export type DocumentReading =
  | { kind: 'read'; pages: number | null; passages: Passage[] }
  | { kind: 'refused'; reason: string };

/** The reason why a document cannot be read, as a sentence for the sender. */
export class DocumentFault extends Error {}

export const MOST_PAGES = 2_000;
export const MOST_CHARACTERS = 4_000_000;

export type ReadJob = { name: string; file: Uint8Array };

const MOST_DEPTH = 1_000;

/** Deeper than real pages, and shallow enough for the parser to match closing tags. */
export function countDepth() {
  let depth = 0;
  return {
    enter() {
      if (++depth > MOST_DEPTH) throw new DocumentFault(`It is nested deeper than ${MOST_DEPTH} levels.`);
    },
    leave: () => void depth--,
  };
}

/** Text that grows with every piece of a parser: checked at once, since a block may be as large as its file. */
export function assertTextFits(text: string): void {
  if (text.length > MOST_CHARACTERS) throw tooMuchText();
}

function tooMuchText(): DocumentFault {
  return new DocumentFault(`It holds more than ${MOST_CHARACTERS / 1e6} million characters of text.`);
}

/** Collects blocks; refuses a document with too much text. */
export function collectBlocks() {
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
