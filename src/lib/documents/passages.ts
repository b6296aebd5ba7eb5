import { DocumentFault, type Block, type Passage } from './document.ts';
import { documentReasons } from './reasons.ts';

const MOST_PASSAGES = 8_000;
const GOOD_LENGTH = 700;
const MOST_LENGTH = 1_100;
const HEADING_LENGTH = 200;

/** Splits a document into passages: joins the text below a heading, and splits long text at the ends of sentences. */
export function splitPassages(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = [];
  let heading: string | null = null;
  let open: Passage | undefined;
  const close = () => {
    if (open) passages.push(open);
    open = undefined;
    if (passages.length > MOST_PASSAGES) throw new DocumentFault(documentReasons.document_too_many_passages);
  };
  for (const { kind, text, page } of blocks) {
    if (kind === 'heading') {
      close();
      heading = startOf(text, HEADING_LENGTH);
      continue;
    }
    for (const piece of cut(text)) {
      if (open && (open.page !== page || open.text.length + piece.length > GOOD_LENGTH)) close();
      if (open) open.text += `\n${piece}`;
      else open = { page, heading, text: piece };
    }
  }
  close();
  return passages;
}

function cut(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MOST_LENGTH) {
    const at = endWithin(startOf(rest, GOOD_LENGTH));
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at);
  }
  pieces.push(rest.trim());
  return pieces.filter((piece) => piece !== '');
}

/**
 * Returns the end of the last sentence, line or word in the second half of the text, or its length if there is none.
 */
function endWithin(text: string): number {
  const least = text.length / 2;
  for (const end of ['. ', '! ', '? ', '\n', ' ']) {
    const at = text.lastIndexOf(end);
    if (at > least) return at + end.length;
  }
  return text.length;
}

/** Returns the first `most` code units, but never half of a surrogate pair. */
function startOf(text: string, most: number): string {
  const start = text.slice(0, most);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}
