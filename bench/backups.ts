import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { backUpInstallation, restoreInstallation } from '../src/commands/backups.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/database/database.ts';
import { connect } from '../src/lib/sql/sql.ts';
import { openFileStore } from '../src/service/tools.ts';
import { callerAt } from '../support/caller.ts';
import {
  countFaults,
  findRestoreLosses,
  plantRestoreLosses,
  startWriteLoad,
  type RestoreLosses,
} from '../support/restored.ts';
import { openBenchService } from './support/benchService.ts';

/*
 * node bench/backups.ts [--rounds 20] [--rows 10000] [--per-second 200]
 * Creates backups while requests write, restores each backup, and counts missing rows. Control: rows removed from
 * the last backup must be reported.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    rows: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '200' },
  },
});
const WRITERS = 32;
const ALONE_MS = 5_000;
const PASSPHRASE = 'a passphrase of backups';
const log = { info() {}, warn() {}, error: console.error };
const interrupted = new AbortController().signal;

const folder = await mkdtemp(join(tmpdir(), 'bench-backups-'));
const data_dir = join(folder, 'service');
const bench = await openBenchService({ rows: Number(values.rows), data_dir });
const config = readConfig({ DATA_DIR: data_dir });

const started_ms = performance.now();
const writing = startWriteLoad(callerAt(bench.service.url, bench.small.key), {
  writers: WRITERS,
  per_second: Number(values['per-second']),
});
await sleep(ALONE_MS);
const alone_ms = writing.took_ms.splice(0);
const backups: { from: string; made_at: string; took_ms: number; bytes: number }[] = [];
for (let round = 1; round <= Number(values.rounds); round++) {
  const from = join(folder, `${round}.backup`);
  const began_ms = performance.now();
  const how = { config, passphrase: PASSPHRASE, interrupted, log };
  const { made_at } = await backUpInstallation({ ...how, to: from });
  const took_ms = performance.now() - began_ms;
  process.stderr.write(`made ${from} in ${Math.round(took_ms)} ms\n`);
  backups.push({ from, made_at, took_ms, bytes: (await stat(from)).size });
}
const meanwhile_ms = writing.took_ms.splice(0);
await writing.stop();
const ended_ms = performance.now();
await bench.close();

const restored: { losses: RestoreLosses; took_ms: number }[] = [];
let control: RestoreLosses | undefined;
for (const [at, { from, made_at }] of backups.entries()) {
  const place = readConfig({ DATA_DIR: join(folder, `restored-${at}`) });
  const began_ms = performance.now();
  const how = { passphrase: PASSPHRASE, accepts_unsigned: false, interrupted, log };
  await restoreInstallation({ config: place, from, ...how });
  const took_ms = performance.now() - began_ms;
  const opened = await openDatabase(place, { as: 'command', log });
  const files = openFileStore(place);
  const db = connect(opened.target, { deadline_ms: 60 * 60_000 });
  process.stderr.write(`restored ${from} in ${Math.round(took_ms)} ms\n`);
  restored.push({ took_ms, losses: await findRestoreLosses(db, files, writing, made_at) });
  if (at === backups.length - 1)
    control = await findRestoreLosses(db, files, await plantRestoreLosses(db, files, writing), made_at);
  await db.end({ timeout: 1 });
  await opened.close();
  await rm(place.DATA_DIR, { recursive: true, force: true, maxRetries: 10 });
}
await rm(folder, { recursive: true, force: true, maxRetries: 10 });

const lost = restored.reduce((sum, { losses }) => sum + countFaults(losses), 0);
console.table({
  'backup s': spread(backups.map(({ took_ms }) => took_ms / 1_000)),
  'restore s': spread(restored.map(({ took_ms }) => took_ms / 1_000)),
  'backup MB': spread(backups.map(({ bytes }) => bytes / 1e6)),
  'request ms, alone': spread(alone_ms),
  'request ms, meanwhile': spread(meanwhile_ms),
});
const seconds = (ended_ms - started_ms) / 1_000;
const per_second = Math.round((writing.tasks.length + 3 * writing.forms.length) / seconds);
console.table({
  per_second,
  tasks: writing.tasks.length,
  forms: writing.forms.length,
  failures: writing.failures,
  lost,
});
if (lost > 0) process.stdout.write('FAIL a backup lacks what was acknowledged before it\n');
const is_caught = control !== undefined && countFaults(control) === 3;
if (!is_caught) process.stdout.write('FAIL the control was not found, so the check proves nothing\n');
process.exitCode = lost === 0 && is_caught ? 0 : 1;

function spread(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2));
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
