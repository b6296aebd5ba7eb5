/*
 * npm run lab [-- --short] [--only NAME …] [--list] [--seed 7] [--out FOLDER]
 * Breaks the dependencies of an installation, compares acknowledged, stored and delivered records, and runs each
 * experiment again with a planted bug that its ledger must detect. Exits with 1 if a promise was broken or a planted
 * bug was not detected.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '../src/lib/sql/sql.ts';
import { startTestServer, type Connection } from '../test/support/postgres.ts';
import type { Experiment, RunLength } from './experiment.ts';
import { EXPERIMENTS } from './experiments.ts';
import { runLab } from './lab.ts';
import { describeMachine, makeReport, toMarkdown } from './report.ts';
import { runInProcesses } from './support/runInProcess.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'data/lab' },
  },
});
const LIMIT_MS: Record<RunLength, number> = { short: 5 * 60_000, long: 6 * 60 * 60_000 };

const experiments = choose(values.only);
if (values.list) for (const one of experiments) print(describe(one));
else process.exitCode = await run(values.short ? 'short' : 'long', resolve(values.out));

function choose(names: readonly string[] | undefined): readonly Experiment[] {
  for (const name of names ?? [])
    if (!EXPERIMENTS.some((one) => one.name === name)) throw new Error(`there is no experiment ${name}`);
  return EXPERIMENTS.filter(({ name }) => names?.includes(name) ?? true);
}

async function run(form: RunLength, folder: string): Promise<number> {
  await using undo = new AsyncDisposableStack();
  await mkdir(folder, { recursive: true });
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const server = await startTestServer();
  undo.defer(server.stop);
  process.env['TEST_POSTGRES'] = JSON.stringify(server.connection);

  const began_ms = performance.now();
  const taken_at = new Date().toISOString();
  const seed = Number(values.seed);
  const file = fileURLToPath(new URL('experiments.ts', import.meta.url));
  const place = { experiments: file, folder, limit_ms: LIMIT_MS[form], signal: ending.signal };
  const results = await runLab({ experiments, form, seed, conduct: runInProcesses(place), print: print });
  const machine = describeMachine(await readVersion(server.connection));
  const took_s = Math.round((performance.now() - began_ms) / 1_000);
  const report = makeReport({ taken_at, took_s, form, seed, machine }, results);
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, 'report.md'), `${toMarkdown(report)}\n`);
  print(`${report.caught} of ${report.planted} planted bugs caught; the report is in ${folder}`);
  return report.good ? 0 : 1;
}

async function readVersion(connection: Connection): Promise<string> {
  const db = connect(connection, { max: 1 });
  const [{ server_version }] = await db<[{ server_version: string }]>`show server_version`;
  await db.end({ timeout: 1 });
  return server_version;
}

function describe({ name, does, promise, unit, rounds, controls }: Experiment): string {
  const planted = controls.map(({ plants }) => `  planted: ${plants}`);
  const counts = `${rounds.short} or ${rounds.long} ${unit}`;
  return [`${name} (${counts})`, `  ${does}`, `  promise: ${promise}`, ...planted].join('\n');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
