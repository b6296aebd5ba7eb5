/* Jobs and their processes, without the limits that take time to reach. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { SandboxUnavailable, TooManyWaiting } from '../../../../src/lib/process/sandbox/failure.ts';
import { createSandbox } from '../../../../src/lib/process/sandbox/sandbox.ts';
import { eventually } from '../../../../support/eventually.ts';
import { isAlive } from './support/alive.ts';
import { LIMITS } from './support/limits.ts';
import type { Job } from './support/program.ts';
import { endOf, openSandbox } from './support/sandboxes.ts';

const sandbox = openSandbox({ max_processes: 1 });
const run = (owner: string, job: Job) => sandbox.run(owner, job);
test('jobs run in another process, which is reused', async () => {
  const pid = await run('one', 'answer');
  assert.notEqual(pid, process.pid);
  assert.equal(await run('other', 'answer'), pid);
});

for (const [job, end, limits] of [
  ['exit', 'crashed', {}],
  ['reject at once', 'crashed', {}],
  ['loop', 'too_slow', { cpu_ms: 1 }],
  ['wait', 'too_slow', { timeout_ms: 1 }],
] as const) {
  test(`a job told to ${job} ends only its process: ${end}`, async () => {
    const small = openSandbox({ ...limits, max_processes: 1 });
    assert.equal(await endOf(small.run('killer', job)), end);
    await small.close();
  });
}

test('a job whose process ended is not run again', async () => {
  const pids: number[] = [];
  const small = openSandbox({ max_processes: 1 });
  pids.push(await small.run('one', 'answer'));
  assert.equal(await endOf(small.run('one', 'exit')), 'crashed');
  // A second run of the job would also have ended the process that replaced the first one.
  const successor = await small.run('one', 'answer');
  assert.equal(await small.run('one', 'answer'), successor);
  assert.ok(!pids.includes(successor));
  await small.close();
});

test('an error of a job is rethrown, and its process stays alive', async () => {
  const before = await run('other', 'answer');
  await assert.rejects(run('one', 'throw'), /told to throw/);
  assert.equal(await run('other', 'answer'), before);
});

test('a result above the size limit is an error', async () => {
  await assert.rejects(run('one', 'answer much'), /more than 1000 characters/);
});

test('a result of exactly the size limit is returned', async () => {
  const text = JSON.stringify('x'.repeat(10_000));
  const exact = openSandbox({ max_answer_characters: text.length, max_processes: 1 });
  assert.equal(String(await exact.run('one', 'answer much')).length, 10_000);
  await exact.close();
});

test('sandbox processes get no environment variables', async () => {
  process.env['SANDBOX_TEST_SECRET'] = 'x';
  const names: unknown = await openSandbox({ idle_ms: 0 }).run('one', 'list environment');
  assert.deepEqual(names, []);
});

test('an owner has one process at a time, so that its jobs do not delay those of other owners', async () => {
  const pair = openSandbox({ max_processes: 2 });
  const ends = [endOf(pair.run('one', 'wait')), endOf(pair.run('one', 'wait'))];
  const other = await pair.run('other', 'answer');
  assert.equal(await pair.run('other', 'answer'), other);
  await pair.close();
  assert.deepEqual(await Promise.all(ends), Array(2).fill('Error: the sandbox is closed'));
});

test('a process without a job ends after the idle time, and the next job starts another one', async () => {
  const resting = openSandbox({ idle_ms: 1 });
  const first = await resting.run('one', 'answer');
  await eventually(
    () => isAlive(first),
    (alive) => !alive,
  );
  assert.notEqual(await resting.run('one', 'answer'), first);
});

test('background processes have a lower CPU priority, and are ended first if memory is short', async () => {
  for (const in_background of [true, false]) {
    const some = openSandbox({ in_background, max_processes: 1 });
    const pid = await some.run('one', 'answer');
    assert.equal(getPriority(pid), in_background ? 10 : getPriority());
    if (process.platform === 'linux')
      assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'), '1000\n');
    await some.close();
  }
});

test('a process is replaced after its maximum number of jobs', async () => {
  const single = openSandbox({ jobs_per_process: 1 });
  assert.notEqual(await single.run('one', 'answer'), await single.run('one', 'answer'));
});

test('a job of an owner with too many waiting jobs is rejected; another owner can still add jobs', async () => {
  const answers = Array.from({ length: 102 }, () => run('many', 'answer'));
  const refused = (await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 1);
  await assert.rejects(answers[101] ?? Promise.resolve(), TooManyWaiting);
  assert.ok((await run('other', 'answer')) > 0);
});

test('running, waiting and new jobs of a closed sandbox are rejected and not reported as faulty', async () => {
  const closing = openSandbox({ max_processes: 1 });
  const pid = await closing.run('one', 'answer');
  const answers = [closing.run('one', 'wait'), closing.run('one', 'answer')];
  const refused = answers.map((answer) => assert.rejects(answer, SandboxUnavailable));
  await closing.close();
  await Promise.all(refused);
  await assert.rejects(closing.run('one', 'answer'), SandboxUnavailable);
  assert.equal(isAlive(pid), false);
});

test('a program that cannot be loaded is not reported as a fault of the job', async () => {
  const missing = createSandbox<Job, number>(new URL('./support/missing.ts', import.meta.url), LIMITS);
  await assert.rejects(missing.run('one', 'answer'), (error) => {
    assert.ok(error instanceof SandboxUnavailable);
    assert.match(String(error.cause), /Cannot find module/);
    return true;
  });
  await missing.close();
});
