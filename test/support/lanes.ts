import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** What a runner of tests tells, as far as it matters here. */
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

/** One report of several runners at a time: what belongs to one file stays together, and one sum comes last. */
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

/** Everything but the runner's own sum, which is returned. */
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

/** A file that fails outside of its tests, at an import for example, is reported at its own beginning. */
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
