import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The events of a test runner, with the members used here. */
type Told = {
  type: string;
  data: { name?: string; file?: string; line?: number; column?: number; nesting?: number; message?: string };
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Declares the files of a series as tests. */
const SERIES = fileURLToPath(new URL('./series.ts', import.meta.url));

type Counts = Record<'tests' | 'suites' | 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo', number>;
type Sum = { success: boolean; counts: Counts; duration_ms: number };

const LABELS: [keyof Counts, string][] = [
  ['tests', 'tests'],
  ['suites', 'suites'],
  ['passed', 'pass'],
  ['failed', 'fail'],
  ['cancelled', 'cancelled'],
  ['skipped', 'skipped'],
  ['todo', 'todo'],
];

/** Merges the reports of several runners. Events of one file stay together, and the last event is a common summary. */
export function joinReports(reports: readonly Readable[]): Readable {
  const joined = new PassThrough({ objectMode: true });
  Promise.all(reports.map((report) => forward(report, joined))).then(
    (sums) => {
      for (const told of describeSum(sums.flat())) joined.write(told);
      joined.end();
    },
    (error: Error) => joined.destroy(error),
  );
  return joined;
}

/** Forwards all events except the runner's summary, which is returned. */
async function forward(report: Readable, joined: PassThrough): Promise<Sum[]> {
  const held: Told[] = [];
  const sums: Sum[] = [];
  const release = () => {
    for (const told of held.splice(0)) joined.write(told);
  };
  for await (const told of report as AsyncIterable<Told>) {
    if (isOfRunner(told)) {
      if (told.type === 'test:summary') sums.push(told.data as unknown as Sum);
      continue;
    }
    if (told.type === 'test:start' && told.data.nesting === 0) release();
    held.push(atOwnFile(told));
  }
  release();
  return sums;
}

/** Reports an error outside of the file's tests, such as an import error, at the first line of the file. */
function atOwnFile(told: Told): Told {
  const { name, file, nesting } = told.data;
  if (nesting !== 0 || file !== SERIES || name === undefined) return told;
  return { ...told, data: { ...told.data, file: join(ROOT, name), line: 1, column: 1 } };
}

function isOfRunner({ type, data }: Told): boolean {
  return (type === 'test:summary' || type === 'test:diagnostic') && data.file === undefined;
}

function describeSum(sums: readonly Sum[]): { type: string; data: object }[] {
  const counts = Object.fromEntries(
    LABELS.map(([name]) => [name, sums.reduce((all, sum) => all + sum.counts[name], 0)]),
  );
  const duration_ms = Math.max(...sums.map((sum) => sum.duration_ms));
  const lines = [...LABELS.map(([name, label]) => `${label} ${counts[name]}`), `duration_ms ${duration_ms}`];
  const success = sums.every((sum) => sum.success);
  return [
    ...lines.map((message) => ({ type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } })),
    { type: 'test:summary', data: { success, counts, duration_ms } },
  ];
}
