import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  SandboxFailure,
  SandboxUnavailable,
  TooManyWaiting,
} from '../../../../src/lib/process/sandbox/failure.ts';
import type { SandboxOptions } from '../../../../src/lib/process/sandbox/limits.ts';
import { createSandbox } from '../../../../src/lib/process/sandbox/sandbox.ts';
import { eventually } from '../../../../support/eventually.ts';
import { LIMITS } from './support/limits.ts';
import type { Job } from './support/program.ts';

const PROGRAM = new URL('./support/program.ts', import.meta.url);

function open(limits: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox<Job, number>(PROGRAM, { ...LIMITS, ...limits });
  after(() => sandbox.close());
  return sandbox;
}

const sandbox = open({ max_processes: 1 });
const run = (owner: string, job: Job) => sandbox.run(owner, job);
const endOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof SandboxFailure ? error.end : String(error)),
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** An orphan that has ended waits for the first process of the machine to take note of it. */
function isZombie(pid: number): boolean {
  try {
    return / \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('jobs run in another process, which is used again', async () => {
  const pid = await run('one', 'answer');
  assert.notEqual(pid, process.pid);
  assert.equal(await run('other', 'answer'), pid);
});

const DEADLY: [Job, string, Partial<SandboxOptions>][] = [
  ['fill heap', 'out_of_memory', {}],
  ['parse JSON', 'out_of_memory', {}],
  ['fill buffers', 'out_of_memory', {}],
  ['loop', 'too_slow', { cpu_ms: 200 }],
  ['wait', 'too_slow', { timeout_ms: 500 }],
  ['exit', 'crashed', {}],
  ['reject at once', 'crashed', {}],
];

for (const [job, end, limits] of DEADLY)
  test(`a job told to ${job} ends only its process: ${end}; the jobs behind it are answered`, async () => {
    const small = open({ ...limits, max_processes: 1 });
    const ends = await Promise.all([
      endOf(small.run('killer', 'answer')),
      endOf(small.run('killer', job)),
      endOf(small.run('other', 'answer')),
      endOf(small.run('killer', 'answer')),
    ]);
    assert.deepEqual(ends, ['answered', end, 'answered', 'answered']);
    await small.close();
  });

test('control: in a thread with a limit, the same JSON ends the process around it', async () => {
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

test('a job that ended its process is not run again', async () => {
  const pids: number[] = [];
  const small = open({ max_processes: 1 });
  pids.push(await small.run('one', 'answer'));
  assert.equal(await endOf(small.run('one', 'exit')), 'crashed');
  // A second run would have ended the successor, too.
  const successor = await small.run('one', 'answer');
  assert.equal(await small.run('one', 'answer'), successor);
  assert.ok(!pids.includes(successor));
  await small.close();
});

test('a job may wait longer than it may compute', async () => {
  const limited = open({ cpu_ms: 200 });
  assert.equal(await endOf(limited.run('one', 'answer slowly')), 'answered');
  assert.equal(await endOf(limited.run('one', 'loop')), 'too_slow', 'the control');
});

test('work above its own limit of processor time is interrupted, and the process lives on', async () => {
  const before = await run('other', 'answer');
  await assert.rejects(run('killer', 'loop briefly'), /cpuLimit\.ts/);
  assert.equal(await run('other', 'answer'), before);
});

test('an error of the work is rethrown, and the process lives on', async () => {
  const before = await run('other', 'answer');
  await assert.rejects(run('one', 'throw'), /told to throw/);
  assert.equal(await run('other', 'answer'), before);
});

test('an answer above its limit is an error', async () => {
  await assert.rejects(run('one', 'answer much'), /more than 1000 characters/);
});

test('a process in which a job left a timer is replaced, so that the next job cannot be hit by it', async () => {
  const before = await run('killer', 'reject later');
  const next = await run('other', 'answer slowly');
  assert.notEqual(next, before);
  assert.equal(await run('other', 'answer'), next, 'the control: a process without leftovers');
});

test('the processes have none of the variables of the environment', async () => {
  process.env['SANDBOX_TEST_SECRET'] = 'x';
  const names: unknown = await open({ idle_ms: 0 }).run('one', 'list environment');
  assert.deepEqual(names, []);
});

test('an owner has one process at a time, so that another owner is not held up', async () => {
  const pair = open({ max_processes: 2 });
  let is_first_over = false;
  const first = pair.run('one', 'answer slowly').then((pid) => ((is_first_over = true), pid));
  const second = pair.run('one', 'answer');
  const other = await pair.run('other', 'answer');
  assert.equal(is_first_over, false);
  assert.notEqual(other, await first);
  await second;
  await pair.close();
});

test('a process without a job ends after a while, and the next job starts another', async () => {
  const resting = open({ idle_ms: 100 });
  const first = await resting.run('one', 'answer');
  await eventually(
    () => isAlive(first),
    (alive) => !alive,
  );
  assert.notEqual(await resting.run('one', 'answer'), first);
});

test('a process is replaced after its number of jobs', async () => {
  const single = open({ jobs_per_process: 1 });
  assert.notEqual(await single.run('one', 'answer'), await single.run('one', 'answer'));
});

test('an owner with too many waiting jobs is refused; another owner still finds a place', async () => {
  const answers = Array.from({ length: 102 }, () => run('many', 'answer'));
  const refused = (await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 1);
  await assert.rejects(answers[101] ?? Promise.resolve(), TooManyWaiting);
  assert.ok((await run('other', 'answer')) > 0);
});

test('jobs of a sandbox that is closed are rejected without blame, running, waiting or new', async () => {
  const closing = open({ max_processes: 1 });
  const pid = await closing.run('one', 'answer');
  const answers = [closing.run('one', 'wait'), closing.run('one', 'answer')];
  const refused = answers.map((answer) => assert.rejects(answer, SandboxUnavailable));
  await closing.close();
  await Promise.all(refused);
  await assert.rejects(closing.run('one', 'answer'), SandboxUnavailable);
  assert.equal(isAlive(pid), false);
});

test('a program that cannot be loaded says nothing about the job', async () => {
  const missing = createSandbox<Job, number>(new URL('./support/missing.ts', import.meta.url), LIMITS);
  await assert.rejects(missing.run('one', 'answer'), (error) => {
    assert.ok(error instanceof SandboxUnavailable);
    assert.match(String(error.cause), /Cannot find module/);
    return true;
  });
  await missing.close();
});

test('a process that computes ignores the signals that a terminal or a supervisor sends to all', async () => {
  const steady = open();
  const pid = await steady.run('one', 'answer');
  const answer = steady.run('one', 'answer slowly');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  assert.equal(await answer, pid);
});

test('processes end with a parent that is killed, idle or computing', async () => {
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
