import { collectBlocks, type Block } from './document.ts';

/** Paragraphs are what blank lines stand between. */
export function readText(text: string): Block[] {
  const found = collectBlocks();
  for (const paragraph of text.split(/\r?\n[^\S\n]*\r?\n/)) found.add('text', paragraph);
  return found.blocks;
}

const FENCE = /^\s{0,3}(?:```|~~~)/;

export function readMarkdown(text: string): Block[] {
  const found = collectBlocks();
  let lines: string[] = [];
  let in_code = false;
  const flush = () => {
    found.add('text', lines.join('\n'));
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    if (FENCE.test(line)) in_code = !in_code;
    else if (in_code) lines.push(line);
    else if (/^\s{0,3}#{1,6}\s/.test(line)) {
      flush();
      found.add('heading', plain(line.replace(/^\s*#+\s+/, '').replace(/\s#+\s*$/, '')));
    } else if (line.trim() === '') flush();
    else if (!/^\s*\|?[\s:|-]+\|?\s*$/.test(line)) lines.push(plain(line));
  }
  flush();
  return found.blocks;
}

/** The words without their marks. */
function plain(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/[*`]+|(?<=\W|^)_+|_+(?=\W|$)/g, '');
}

/** Every row is a text of its own, each value behind the name of its column. */
export function readCsv(text: string): Block[] {
  const found = collectBlocks();
  const delimiter = likelyDelimiter(text.slice(0, text.indexOf('\n') >>> 0));
  let names: string[] | undefined;
  for (const row of rowsOf(text, delimiter)) {
    if (names) found.add('text', row.flatMap((value, at) => member(names?.[at], value)).join('; '));
    else names = row;
  }
  return found.blocks;
}

function member(name: string | undefined, value: string): string[] {
  if (value.trim() === '') return [];
  return [name ? `${name.trim()}: ${value.trim()}` : value.trim()];
}

function likelyDelimiter(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

function* rowsOf(text: string, delimiter: string): Generator<string[]> {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*)?)(${delimiter}|\\r?\\n|$)`,
    'y',
  );
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) return;
    const [, quoted, bare = '', end] = match;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === delimiter) continue;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}
