import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EXPERIMENTS as ALL } from '../../lab/experiments.ts';
import { isLabPassed, runLab, type Result } from '../../lab/lab.ts';
import { makeReport, toMarkdown } from '../../lab/report.ts';
import { runInProcesses } from '../../lab/support/runInProcess.ts';
import { eventually } from '../../support/eventually.ts';
import { freshFolder } from '../support/fileStores.ts';
import { EXPERIMENTS } from './support/planted.ts';

const PLANTED = fileURLToPath(new URL('support/planted.ts', import.meta.url));
/** A timeout that is much longer than a run needs. */
const LIMIT_MS = 500_000;
const folder = await freshFolder();

async function runNamed(name: string, limit_ms = LIMIT_MS): Promise<Result> {
  const signal = new AbortController().signal;
  const conduct = runInProcesses({ experiments: PLANTED, folder, limit_ms, signal });
  const experiments = EXPERIMENTS.filter((one) => one.name === name);
  const [result] = await runLab({ experiments, form: 'short', seed: 7, conduct, print() {} });
  return result ?? assert.fail(name);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const report = (results: Result[]) => {
  const machine = { cores: 2, processor: 'P', memory_gb: 8, kernel: '6', node: 'v24', postgres: '18' };
  const run = { taken_at: '2026-03-02T09:00:00.000Z', took_s: 60, form: 'short', seed: 7, machine } as const;
  return makeReport(run, results);
};

test('an experiment passes if its promise holds and its control is detected, and its ledger is in the report', async () => {
  const held = await runNamed('holds');
  assert.deepEqual(
    [held.outcome.state, held.controls[0]?.state, isLabPassed([held])],
    ['held', 'caught', true],
  );
  const made = report([held]);
  assert.deepEqual([made.good, made.caught, made.planted], [true, 1, 1]);
  const text = toMarkdown(made);
  assert.match(text, /^Short form of 2026-03-02.*every promise was kept, 1 of 1 planted bugs caught\.$/m);
  assert.match(text, /^\| acknowledged \| exist \| seed \|\n\| --- \| --- \| --- \|\n\| 3 \| 3 \| 7 \|$/m);
  assert.match(text, /^- Planted bug: a loss\. Caught: 2 lost\.$/m);
});

test('an experiment that breaks its promise fails the lab', async () => {
  const broken = await runNamed('breaks');
  assert.deepEqual([broken.outcome.state, isLabPassed([broken])], ['broken', false]);
  assert.match(toMarkdown(report([broken])), /\*\*Broken\*\*: 3 lost/);
});

test('an undetected planted bug fails the lab', async () => {
  const missed = await runNamed('control-not-caught');
  assert.deepEqual(
    [missed.outcome.state, missed.controls[0]?.state, isLabPassed([missed])],
    ['held', 'missed', false],
  );
  assert.match(toMarkdown(report([missed])), /\*\*Missed\.\*\*/);
});

test('a run that ends in an error counts neither for the experiment nor for the control', async () => {
  const failed = [await runNamed('fails'), await runNamed('control-fails')];
  assert.deepEqual(
    failed.map(({ outcome, controls: [control] }) => [outcome.state, control?.state]),
    [
      ['failed', 'caught'],
      ['held', 'failed'],
    ],
  );
  assert.deepEqual(
    failed.map((one) => isLabPassed([one])),
    [false, false],
  );
});

test('a run that exceeds its timeout is ended and fails', async () => {
  const { outcome } = await runNamed('never-ends', 1);
  assert.ok(
    outcome.state === 'failed' && outcome.error === 'not done after 0.001 s',
    JSON.stringify(outcome),
  );
});

test('a run that fails leaves no process behind that it started', async () => {
  const { outcome } = await runNamed('leaves-a-process');
  const pid = Number(outcome.state === 'failed' && outcome.error);
  assert.ok(pid > 0);
  await eventually(
    () => isRunning(pid),
    (is_running) => !is_running,
  );
});

test('an experiment that the machine cannot run is reported with its reason and not counted', async () => {
  const skipped = await runNamed('skipped');
  assert.equal(isLabPassed([skipped]), true);
  const made = report([skipped]);
  assert.deepEqual([made.caught, made.planted], [0, 1]);
  assert.match(toMarkdown(made), /, 0 of 1 planted bugs caught, 1 experiments skipped\.$/m);
  assert.match(toMarkdown(made), /^Skipped: no right to mount\.$/m);
});

test('the lab plants at least twelve bugs, one beside each experiment', () => {
  const planted = ALL.flatMap(({ controls }) => controls.map(({ plants }) => plants));
  assert.ok(new Set(planted).size >= 12, planted.join('\n'));
  assert.deepEqual(
    ALL.filter(({ controls }) => controls.length === 0),
    [],
  );
  assert.equal(new Set(ALL.map(({ name }) => name)).size, ALL.length);
});
