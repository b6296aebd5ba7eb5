import { escapeLine } from './escape.ts';

type Members = Readonly<Record<string, unknown>>;

/** Writes records as CSV with a line of headings. Nested values are JSON. */
export function writeCsv(rows: readonly Members[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\n');
}

/**
 * Marks a formula with a quote, like the CSV files of the service: a spreadsheet would run a formula that another user
 * wrote into a name.
 */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = escapeLine(typeof value === 'string' ? value : JSON.stringify(value));
  const safe = typeof value === 'string' && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\s]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes a value as YAML. Texts are quoted like in JSON, so that no text is read as another type. */
export function writeYaml(value: unknown): string {
  return linesOf(value).join('\n');
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => linesOf(item).map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`)));
  if (!isMembers(value) || Object.keys(value).length === 0)
    return [escapeLine(JSON.stringify(value) ?? 'null')];
  return Object.entries(value).flatMap(([name, member]) => {
    const lines = linesOf(member);
    const is_nested = typeof member === 'object' && member !== null && Object.keys(member).length > 0;
    return is_nested
      ? [`${keyOf(name)}:`, ...lines.map((line) => `  ${line}`)]
      : [`${keyOf(name)}: ${lines[0]}`];
  });
}

function keyOf(name: string): string {
  const is_plain =
    /^[a-z]+(?:_[a-z0-9]+)*$/.test(name) && !/^(?:y|n|yes|no|on|off|true|false|null)$/.test(name);
  return is_plain ? name : escapeLine(JSON.stringify(name));
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
