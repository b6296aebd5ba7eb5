/** What a reader finds, from the top to the bottom of a document. */
export type Block = { kind: 'heading' | 'text'; text: string; page: number | null };

export type Passage = { page: number | null; heading: string | null; text: string };

export type Reading =
  { kind: 'read'; pages: number | null; passages: Passage[] } | { kind: 'refused'; reason: string };

/** Why a document cannot be read, in a sentence for whoever sent it. */
export class DocumentFault extends Error {}

export const MOST_PAGES = 2_000;
export const MOST_CHARACTERS = 4_000_000;

export type ReadJob = { name: string; file: Uint8Array };

const MOST_DEPTH = 1_000;

/** Far more than any page nests, and few enough that a parser finds what a closing tag closes. */
export function countDepth() {
  let depth = 0;
  return {
    enter() {
      if (++depth > MOST_DEPTH) throw new DocumentFault(`It is nested deeper than ${MOST_DEPTH} levels.`);
    },
    leave: () => void depth--,
  };
}

/** Collects blocks and refuses when the document holds more than anybody would read. */
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
      if (characters > MOST_CHARACTERS)
        throw new DocumentFault(`It holds more than ${MOST_CHARACTERS / 1e6} million characters of text.`);
      blocks.push({ kind, text, page });
    },
  };
}
