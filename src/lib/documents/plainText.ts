import { CsvError, parse, type InfoRecord } from 'csv-parse/sync';
import { createBlockCollector, DocumentFault, type Block } from './document.ts';
import { documentReasons } from './reasons.ts';

/** Splits text into paragraphs at blank lines. */
export function parsePlainText(text: string): Block[] {
  const found = createBlockCollector();
  for (const paragraph of text.split(/\r?\n[^\S\n]*\r?\n/)) found.add('text', paragraph);
  return found.blocks;
}

const FENCE = /^\s{0,3}(?:```|~~~)/;
const HEADING = /^\s{0,3}#{1,6}\s/;
/** A line without content: the underline of a heading, the separator of a table, or a blank line. */
const RULE = /^[\s:|-]+$/;

export function parseMarkdown(text: string): Block[] {
  const found = createBlockCollector();
  let lines: string[] = [];
  let in_code = false;
  const flush = () => {
    found.add('text', lines.join('\n'));
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    if (FENCE.test(line)) in_code = !in_code;
    else if (in_code) lines.push(line);
    else if (HEADING.test(line)) {
      flush();
      found.add('heading', withoutMarks(headingOf(line)));
    } else if (line.trim() === '') flush();
    else if (!RULE.test(line)) lines.push(withoutMarks(line));
  }
  flush();
  return found.blocks;
}

/** Returns the text of a heading without its leading and trailing `#`. */
function headingOf(line: string): string {
  const text = line
    .trimStart()
    .replace(/^#+\s+/, '')
    .trimEnd();
  const end = trimmedEnd(text, '#');
  return end < text.length && /\s/.test(text.charAt(end - 1)) ? text.slice(0, end) : text;
}

/** Returns the length of a text without its trailing signs. `charAt(-1)` is empty, so the loop ends at the start. */
function trimmedEnd(text: string, sign: string): number {
  let end = text.length;
  while (text.charAt(end - 1) === sign) end--;
  return end;
}

/** Removes emphasis marks. An underscore counts as a mark only at the edge of a word. */
function withoutMarks(line: string): string {
  return withoutLinks(line).replaceAll(/[*`]+|_+/g, (run, at: number, whole: string) =>
    run.startsWith('_') && isWithinWord(whole.charAt(at - 1), whole.charAt(at + run.length)) ? run : '',
  );
}

function isWithinWord(before: string, behind: string): boolean {
  return /\w/.test(before) && /\w/.test(behind);
}

const LONGEST_LABEL = 500;
const LONGEST_TARGET = 2_000;

/** Replaces `[label](target)` and `![label](target)` with the label. */
function withoutLinks(line: string): string {
  let text = '';
  let done = 0;
  let open = -1;
  let close = -1;
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (sign === '[' && open < done) open = at;
    if (sign !== ']') continue;
    const start = open;
    open = -1;
    if (start < done || line.charAt(at + 1) !== '(') continue;
    if (close < at) close = indexOrEnd(line, ')', at + 2);
    if (close === line.length || close - at - 2 > LONGEST_TARGET || at - start - 1 > LONGEST_LABEL) continue;
    text += line.slice(done, line.charAt(start - 1) === '!' && start > done ? start - 1 : start);
    text += line.slice(start + 1, at);
    done = close + 1;
    at = close;
  }
  return text + line.slice(done);
}

function indexOrEnd(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}

/**
 * Limit of rows with another number of values than the first row, because each one takes the parser many times longer.
 */
const MOST_RAGGED_ROWS = 10_000;

/** Reads CSV. Each row becomes one block, with the column name before each value. Rows may have different lengths. */
export function parseCsv(text: string): Block[] {
  const found = createBlockCollector();
  let names: string[] | undefined;
  let read_lines = 0;
  const take = (row: string[], { lines, invalid_field_length }: InfoRecord) => {
    read_lines = lines;
    if (invalid_field_length > MOST_RAGGED_ROWS) throw tooRagged(lines);
    if (names) found.add('text', row.flatMap((value, at) => member(names?.[at], value)).join('; '));
    else names = row;
    return null;
  };
  try {
    parse(text, {
      bom: true,
      delimiter: likelyDelimiter(text.slice(0, text.indexOf('\n') >>> 0)),
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      on_record: take,
    });
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error, read_lines) : error;
  }
  return found.blocks;
}

function tooRagged(line: number): DocumentFault {
  return new DocumentFault(documentReasons.document_too_ragged({ line, most: MOST_RAGGED_ROWS }));
}

function faultOf({ code, lines }: CsvError, read_lines: number): DocumentFault {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new DocumentFault(documentReasons.document_quote_not_closed({ line: read_lines + 1 }));
  return new DocumentFault(documentReasons.document_quote_in_value({ line: Number(lines) }));
}

function member(name: string | undefined, value: string): string[] {
  if (value.trim() === '') return [];
  return [name ? `${name.trim()}: ${value.trim()}` : value.trim()];
}

function likelyDelimiter(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
