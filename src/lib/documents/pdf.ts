import { getDocumentProxy } from 'unpdf';
import { createBlockCollector, DocumentFault, MOST_CHARACTERS, MOST_PAGES, type Block } from './document.ts';
import { documentReasons } from './reasons.ts';

type Line = { text: string; size: number; y: number; page: number };

const SETTINGS = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  maxImageSize: 1,
  stopAtErrors: false,
};
const LONGEST_HEADING = 120;

/** Reads the text of all pages. A short line in a larger font counts as a heading. */
export async function parsePdf(file: Buffer): Promise<{ blocks: Block[]; pages: number }> {
  try {
    const { lines, pages } = await readLines(file);
    return { blocks: blocksOf(lines), pages };
  } catch (error) {
    if (error instanceof DocumentFault) throw error;
    const is_locked = error instanceof Error && error.name === 'PasswordException';
    throw new DocumentFault(is_locked ? documentReasons.document_locked : documentReasons.document_damaged);
  }
}

async function readLines(file: Buffer): Promise<{ lines: Line[]; pages: number }> {
  const pdf = await getDocumentProxy(new Uint8Array(file), SETTINGS);
  const { numPages: pages } = pdf;
  if (pages > MOST_PAGES)
    throw new DocumentFault(documentReasons.document_too_many_pages({ pages, most: MOST_PAGES }));
  const lines: Line[] = [];
  let characters = 0;
  for (let page = 1; page <= pages; page++) {
    const opened = await pdf.getPage(page);
    const { items } = await opened.getTextContent();
    const texts = items.filter((item) => 'str' in item);
    for (const line of linesOf(texts, page)) {
      characters += line.text.length;
      if (characters > MOST_CHARACTERS) throw new DocumentFault(documentReasons.document_too_many_passages);
      lines.push(line);
    }
    opened.cleanup();
  }
  return { lines, pages };
}

type Item = { str: string; height: number; hasEOL: boolean; transform: unknown[] };

function* linesOf(items: readonly Item[], page: number): Generator<Line> {
  let line: Line | undefined;
  for (const { str, height, hasEOL, transform } of items) {
    const y = Number(transform[5] ?? 0);
    if (line && Math.abs(line.y - y) > Math.max(line.size, height) / 2 && str.trim() !== '') {
      yield line;
      line = undefined;
    }
    if (line) line.text += str;
    else if (str.trim() !== '') line = { text: str, size: height, y, page };
    if (line) line.size = Math.max(line.size, height);
    if (!hasEOL || !line) continue;
    yield line;
    line = undefined;
  }
  if (line) yield line;
}

function blocksOf(lines: readonly Line[]): Block[] {
  const found = createBlockCollector();
  const usual = usualSize(lines);
  const paragraph: string[] = [];
  let before: Line | undefined;
  const flush = () => {
    found.add('text', paragraph.join(''), before?.page ?? null);
    paragraph.length = 0;
  };
  for (const line of lines) {
    const is_heading = line.size > usual * 1.15 && line.text.length <= LONGEST_HEADING;
    const is_new = before && (before.page !== line.page || before.y - line.y > usual * 2);
    if (is_heading || is_new) flush();
    if (is_heading) found.add('heading', line.text, line.page);
    else append(paragraph, line.text);
    before = line;
  }
  flush();
  return found.blocks;
}

/** Appends a line to a paragraph and joins a word that was hyphenated at the end of the previous line. */
function append(paragraph: string[], line: string): void {
  const last = paragraph.at(-1);
  if (last === undefined) paragraph.push(line);
  else if (/^[a-zäöüß]-$/i.test(last.slice(-2)) && /^[a-zäöüß]/.test(line))
    paragraph.splice(-1, 1, last.slice(0, -1), line);
  else paragraph.push(' ', line);
}

/** Returns the font size of most characters. */
function usualSize(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
