import { readFileSync } from 'node:fs';
import type { Result } from '../rows/row.ts';

export type Report = {
  taken_at: string;
  rows: number;
  rounds: number;
  seconds: number;
  node: string;
  postgres: string;
  pgbench: string | null;
  results: Result[];
};

export function printResults(title: string, results: readonly Result[]): void {
  print(
    title,
    ['what', 'ours', 'p99', 'processor', 'reference', 'ratio', 'budget', 'kept'],
    results.map(({ what, unit, ours, p99_ms, reference, budget, ...spent }) => [
      what,
      `${figure(ours)} ${unit}`,
      p99_ms === undefined ? '' : `${figure(p99_ms)} ms`,
      processorOf(spent),
      [
        `${figure(reference.value)} ${reference.name}`,
        reference.p99_ms === undefined ? '' : `p99 ${figure(reference.p99_ms)}`,
        processorOf(reference),
      ]
        .filter(Boolean)
        .join(', '),
      (ours / reference.value).toFixed(2),
      budget?.text ?? '',
      budget ? (budget.is_kept ? 'yes' : 'NO') : '',
    ]),
  );
}

/** Returns the processor time of the service and, if measured, of the database. */
function processorOf({ cpu_ms, database_ms }: Pick<Result, 'cpu_ms' | 'database_ms'>): string {
  if (cpu_ms === undefined) return '';
  return `${figure(cpu_ms)}${database_ms === undefined ? '' : ` + ${figure(database_ms)}`} ms`;
}

/** Prints two runs next to each other. */
export function printComparison(first: string, second: string): void {
  const [before, after] = [readReport(first), readReport(second)];
  const rows = after.results.map((now) => {
    const then = before.results.find(({ what }) => what === now.what);
    const share = (result: Result) => result.ours / result.reference.value;
    return [
      now.what,
      then ? `${figure(then.ours)} ${then.unit}` : '',
      `${figure(now.ours)} ${now.unit}`,
      then ? (now.ours / then.ours).toFixed(2) : '',
      then ? `${share(then).toFixed(2)} → ${share(now).toFixed(2)}` : '',
    ];
  });
  print(
    `${first} (${before.taken_at}) → ${second} (${after.taken_at})`,
    ['what', 'before', 'after', 'ratio', 'to the reference'],
    rows,
  );
}

function readReport(path: string): Report {
  return JSON.parse(readFileSync(path, 'utf8')) as Report;
}

function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

function print(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('   ')
      .trimEnd();
  process.stdout.write(`\n${title}\n${[head, ...rows].map(line).join('\n')}\n`);
}
