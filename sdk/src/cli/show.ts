import { escapeLine, escapeText } from './escape.ts';
import { writeCsv, writeYaml } from './formats.ts';
import type { OutputFormat } from './globals.ts';

type Members = Readonly<Record<string, unknown>>;

const COLUMNS = 5;
const WIDEST = 40;

/** Marks a text for a terminal, such as in bold. */
export type Paint = (text: string) => string;

export type ShowOptions = { output?: Exclude<OutputFormat, 'json'>; paint?: Paint };

/**
 * Formats an answer for reading: a list as a table, a CSV file as text, any other answer with one member per line.
 * Escapes all control characters.
 */
export function showAnswer(
  answer: unknown,
  { output = 'table', paint = (text) => text }: ShowOptions = {},
): string {
  if (typeof answer === 'string') return escapeText(linesOfFile(answer));
  if (output === 'yaml') return writeYaml(answer);
  const list = listIn(answer);
  if (output === 'csv') return writeCsv(list?.rows ?? (isMembers(answer) ? [answer] : []));
  if (!isMembers(answer)) return escapeText(String(answer));
  if (list === undefined) return linesOf(answer, paint);
  const [head, ...rows] = tableOf(list.rows);
  return [...(head === undefined ? [] : [paint(head)]), ...rows, endOf(list.rows.length, answer)].join('\n');
}

function linesOfFile(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd();
}

const PAGE_ENDS: readonly string[] = ['total', 'limit', 'offset', 'has_more', 'searched_to'];

type FoundList = { name: string; rows: Members[]; total: unknown };

/**
 * Returns the records if the answer is a list, or a page whose other members only describe the paging; otherwise
 * undefined.
 */
export function listIn(answer: unknown): FoundList | undefined {
  if (!isMembers(answer)) return undefined;
  const [list, ...more] = Object.entries(answer).filter(([name]) => !PAGE_ENDS.includes(name));
  const [name = '', rows] = list ?? [];
  if (more.length > 0 || !Array.isArray(rows) || !rows.every(isMembers)) return undefined;
  return { name, rows: rows.filter(isMembers), total: answer['total'] };
}

function endOf(shown: number, { total, has_more, offset, searched_to }: Members): string {
  if (total !== undefined) return `${shown} of ${textOf(total)}`;
  const part = typeof searched_to === 'string' ? `, searched back to ${textOf(searched_to)}` : '';
  return has_more === undefined && offset === undefined ? `${shown} in all` : `${shown} on this page${part}`;
}

function linesOf(members: Members, paint: Paint): string {
  return Object.entries(members)
    .map(([name, value]) => `${paint(`${escapeLine(name)}:`)} ${textOf(value)}`)
    .join('\n');
}

function tableOf(rows: readonly Members[]): string[] {
  const names = Object.entries(rows[0] ?? {})
    .filter(([, value]) => value === null || typeof value !== 'object')
    .map(([name]) => name)
    .slice(0, COLUMNS);
  const cells = [
    names.map(escapeLine),
    ...rows.map((row) => names.map((name) => shorten(textOf(row[name])))),
  ];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return rows.length === 0
    ? []
    : cells.map((line) =>
        line
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd(),
      );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return escapeLine(typeof value === 'string' ? value : JSON.stringify(value));
}

function shorten(text: string): string {
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
