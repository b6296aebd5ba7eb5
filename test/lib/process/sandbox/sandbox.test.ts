import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SandboxOptions } from '../../../../src/lib/process/sandbox/limits.ts';
import { eventually } from '../../../../support/eventually.ts';
import { isAlive } from './support/alive.ts';
import { LIMITS } from './support/limits.ts';
import type { Job } from './support/program.ts';
import { endOf, openSandbox } from './support/sandboxes.ts';

const sandbox = openSandbox({ max_processes: 1 });
const run = (owner: string, job: Job) => sandbox.run(owner, job);
const DEADLY: [Job, string, Partial<SandboxOptions>][] = [
  ['fill heap', 'out_of_memory', {}],
  ['parse JSON', 'out_of_memory', {}],
  ['fill buffers', 'out_of_memory', {}],
  ['loop', 'too_slow', { cpu_ms: 200 }],
  ['wait', 'too_slow', { timeout_ms: 500 }],
];

for (const [job, end, limits] of DEADLY)
  test(`a job told to ${job} ends only its process: ${end}; the jobs behind it are answered`, async () => {
    const small = openSandbox({ ...limits, max_processes: 1 });
    const ends = await Promise.all([
      endOf(small.run('killer', 'answer')),
      endOf(small.run('killer', job)),
      endOf(small.run('other', 'answer')),
      endOf(small.run('killer', 'answer')),
    ]);
    assert.deepEqual(ends, ['answered', end, 'answered', 'answered']);
    await small.close();
  });

test('control: in a thread with a memory limit, the same JSON ends the whole process', async () => {
  const thread = `JSON.parse('[' + '{},'.repeat(5_000_000) + '{}]')`;
  const resourceLimits = { maxOldGenerationSizeMb: LIMITS.heap_mb };
  const source = `
    import { Worker } from 'node:worker_threads';
    const thread = new Worker(${JSON.stringify(thread)}, { eval: true, resourceLimits: ${JSON.stringify(resourceLimits)} });
    thread.on('error', () => console.log('contained'));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'ignore' });
  const [code, signal] = await once(child, 'exit');
  assert.ok(signal === 'SIGABRT' || code === 134, `${code} ${signal}`);
});

test('a job may wait longer than its CPU limit', async () => {
  const limited = openSandbox({ cpu_ms: 200 });
  assert.equal(await endOf(limited.run('one', 'answer slowly')), 'answered');
  assert.equal(await endOf(limited.run('one', 'loop')), 'too_slow', 'the control');
});

test('a job above its own CPU limit is interrupted, and its process stays alive', async () => {
  const before = await run('other', 'answer');
  await assert.rejects(run('killer', 'loop briefly'), /cpuLimit\.ts/);
  assert.equal(await run('other', 'answer'), before);
});

test('a process in which a job left a timer is replaced, so that the timer cannot affect the next job', async () => {
  const before = await run('killer', 'reject later');
  const next = await run('other', 'answer slowly');
  assert.notEqual(next, before);
  assert.equal(await run('other', 'answer'), next, 'the control: a process without leftovers');
});

test('an owner has one process at a time, so that its jobs do not delay those of other owners', async () => {
  const pair = openSandbox({ max_processes: 2 });
  let is_first_over = false;
  const first = pair.run('one', 'answer slowly').then((pid) => ((is_first_over = true), pid));
  const second = pair.run('one', 'answer');
  const other = await pair.run('other', 'answer');
  assert.equal(is_first_over, false);
  assert.notEqual(other, await first);
  await second;
  await pair.close();
});

test('a sandbox process ignores the signals that a terminal or a supervisor sends to the process group', async () => {
  const steady = openSandbox();
  const pid = await steady.run('one', 'answer');
  const answer = steady.run('one', 'answer slowly');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  assert.equal(await answer, pid);
});

test('idle and busy sandbox processes end when their parent is killed', async () => {
  const parent = spawn(process.execPath, [fileURLToPath(new URL('./support/parent.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout.setEncoding('utf8'), 'data');
  const pids: number[] = JSON.parse(line);
  assert.equal(pids.length, 2);
  assert.deepEqual(pids.map(isAlive), [true, true]);
  parent.kill('SIGKILL');
  await eventually(
    () => pids.map(isAlive),
    (alive) => alive.every((one) => !one),
  );
});
