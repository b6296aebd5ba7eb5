import { escapeLine } from './escape.ts';

type Members = Readonly<Record<string, unknown>>;

const COLUMNS = 5;
const WIDEST = 40;

/** Formats an answer for reading: a list as a table, a CSV file as text, any other answer with one member per line. */
export function showAnswer(answer: unknown): string {
  if (typeof answer === 'string') return linesOfFile(answer);
  if (!isMembers(answer)) return String(answer);
  const list = listIn(answer);
  if (list === undefined) return linesOf(answer);
  const shown = tableOf(list.filter(isMembers));
  return [...shown, endOf(list.length, answer)].join('\n');
}

function linesOfFile(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd();
}

const PAGE_ENDS: readonly string[] = ['total', 'limit', 'offset', 'has_more', 'searched_to'];

/**
 * Returns the records if the answer is a list, or a page whose other members only describe the paging; otherwise
 * undefined.
 */
function listIn(answer: Members): unknown[] | undefined {
  const [list, ...more] = Object.entries(answer).filter(([name]) => !PAGE_ENDS.includes(name));
  return more.length === 0 && Array.isArray(list?.[1]) && list[1].every(isMembers) ? list[1] : undefined;
}

function endOf(shown: number, { total, has_more, offset, searched_to }: Members): string {
  if (total !== undefined) return `${shown} of ${textOf(total)}`;
  const part = typeof searched_to === 'string' ? `, searched back to ${textOf(searched_to)}` : '';
  return has_more === undefined && offset === undefined ? `${shown} in all` : `${shown} on this page${part}`;
}

function linesOf(members: Members): string {
  return Object.entries(members)
    .map(([name, value]) => `${escapeLine(name)}: ${textOf(value)}`)
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
