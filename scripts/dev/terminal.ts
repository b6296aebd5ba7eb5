import { styleText } from 'node:util';

type Entry = Record<string, unknown>;

/** Members that are already part of the formatted line, or that are not useful during development. */
const SHOWN = [
  'level',
  'time',
  'msg',
  'method',
  'path',
  'status',
  'ms',
  'text',
  'process',
  'request_id',
  'credential_id',
  'err',
];
const COLORS = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
} as const;

/** Prints a log line: formatted on a terminal, unchanged otherwise. */
export function printLine(line: string): void {
  const text = line.trimEnd();
  process.stdout.write(`${process.stdout.isTTY ? formatLine(text) : text}\n`);
}

/**
 * Formats a log entry for reading. Lines that are not JSON remain unchanged. The entry of a mail includes its text with
 * the links.
 */
export function formatLine(line: string): string {
  const entry = parse(line);
  if (!entry) return line;
  const { level, time, msg, method, path, status, ms, text, err } = entry;
  const request = method === undefined ? '' : ` ${show(method)} ${show(path)} ${show(status)} ${show(ms)} ms`;
  const rest = Object.entries(entry)
    .filter(([name, value]) => !SHOWN.includes(name) && value !== undefined)
    .map(([name, value]) => ` ${styleText('dim', `${name}=`)}${show(value)}`);
  const first = `${styleText('dim', clockOf(time))} ${levelOf(level)} ${show(msg)}${request}${rest.join('')}`;
  return [first, ...indented(text), ...indented(stackOf(err))].join('\n');
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? { ...entry } : undefined;
  } catch {
    return undefined;
  }
}

function clockOf(time: unknown): string {
  return typeof time === 'string' ? time.slice(11, 23) : '';
}

function levelOf(level: unknown): string {
  const name = Object.entries(COLORS).find(([known]) => known === level);
  return name ? styleText(name[1], name[0].padEnd(5)) : show(level);
}

function stackOf(err: unknown): unknown {
  return typeof err === 'object' && err !== null && 'stack' in err ? err.stack : undefined;
}

function indented(text: unknown): string[] {
  return typeof text === 'string'
    ? text
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`)
    : [];
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
