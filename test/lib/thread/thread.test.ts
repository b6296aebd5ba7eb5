import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createThread, ThreadFailure, TooManyWaiting } from '../../../src/lib/thread/thread.ts';
import { createTurns } from '../../../src/lib/thread/turns.ts';
import type { Job } from './support/jobs.ts';

const FILE = new URL('./support/jobs.ts', import.meta.url);
const GENEROUS_MS = 30_000;
const thread = createThread<Job, number>(FILE, { heap_mb: 32 });
after(() => thread.close());
const run = (owner: string, job: Job, within_ms = GENEROUS_MS) => thread.run(owner, job, within_ms);
const endOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof ThreadFailure ? error.end : String(error)),
  );

test('a job that leaves a rejection behind ends for it, and the next job gets an answer', async () => {
  const ends = await Promise.all([
    endOf(run('killer', 'reject later')),
    endOf(run('other', 'answer')),
    endOf(run('killer', 'exit')),
    endOf(run('other', 'answer')),
  ]);
  assert.deepEqual(ends, ['crashed', 'answered', 'crashed', 'answered']);
});

test('a job of another owner that was in a thread when it died is run again', async () => {
  const before = await run('killer', 'reject much later');
  const answered_by = await run('other', 'answer slowly');
  assert.notEqual(answered_by, before);
});

test('a thread that dies while idle is replaced before the next job', async () => {
  await run('other', 'answer');
  const replaced = once(process, 'worker', { signal: AbortSignal.timeout(GENEROUS_MS) });
  const before = await run('killer', 'reject much later');
  await replaced;
  const after_it = await run('other', 'answer');
  assert.notEqual(after_it, before);
  assert.equal(await run('other', 'answer'), after_it);
});

test('a thread without a job ends after a while, and the next job starts another', async () => {
  const resting = createThread<Job, number>(FILE, { heap_mb: 32, idle_ms: 200 });
  const kept = await run('other', 'answer');
  const first = await resting.run('one', 'answer', GENEROUS_MS);
  assert.equal(await resting.run('one', 'answer', GENEROUS_MS), first);
  await setTimeout(1_000);
  assert.notEqual(await resting.run('one', 'answer', GENEROUS_MS), first);
  assert.equal(await run('other', 'answer'), kept, 'the control: one that is kept');
  await resting.close();
});

test('out of memory is the end of the one that filled it', async () => {
  const ends = await Promise.all([endOf(run('killer', 'fill')), endOf(run('other', 'answer'))]);
  assert.deepEqual(ends, ['out_of_memory', 'answered']);
});

test('work past its limit of the processor ends, and the thread lives on', async () => {
  const before = await run('other', 'answer');
  await assert.rejects(run('killer', 'loop briefly'), /TookTooLong|limit\.ts/);
  assert.equal(await run('other', 'answer'), before);
});

test('a job may wait longer than it may compute', async () => {
  const limited = createThread<Job, number>(FILE, { heap_mb: 32, cpu_ms: 200 });
  assert.equal(await endOf(limited.run('other', 'answer slowly', GENEROUS_MS)), 'answered');
  assert.equal(await endOf(limited.run('killer', 'loop', GENEROUS_MS)), 'too_slow', 'the control');
  assert.equal(await endOf(limited.run('killer', 'wait', 200)), 'too_slow', 'the clock has its limit, too');
  await limited.close();
});

/** The order in which the items are served when those of an owner cost so much each. */
function orderOf(items: readonly string[], costs: Record<string, number>, owners = (item: string) => item) {
  const turns = createTurns<string>(100);
  for (const item of items) turns.add(owners(item), item);
  const order: string[] = [];
  for (let turn = turns.next(); turn; turn = turns.next()) {
    order.push(turn.item);
    turns.note(turn.owner, costs[turn.item] ?? 1);
  }
  return order.join('');
}

test('owners take turns, and who has used much waits for all who have used little', () => {
  assert.equal(orderOf('aaaabbc'.split(''), {}), 'abcabaa');
  assert.equal(orderOf('aaaabbbbcc'.split(''), { a: 100 }), 'abcbcbbaaa');
});

test('who comes late begins with what the others have used', () => {
  const turns = createTurns<string>(100);
  for (const item of 'aaa'.split('')) turns.add(item, item);
  turns.next();
  turns.note('a', 50);
  for (const item of 'bbb'.split('')) turns.add(item, item);
  const served = [1, 2].map(() => {
    const turn = turns.next();
    if (turn) turns.note(turn.owner, 50);
    return turn?.item;
  });
  assert.deepEqual(served, ['a', 'b']);
});

test('what an owner used before nothing of its waited is forgotten', () => {
  const turns = createTurns<string>(100);
  turns.add('a', 'a');
  turns.next();
  turns.note('a', 50);
  for (const item of ['b', 'b', 'a']) turns.add(item, item);
  const order: string[] = [];
  for (let turn = turns.next(); turn; turn = turns.next()) {
    order.push(turn.item);
    turns.note(turn.owner, 1);
  }
  assert.deepEqual(order, ['b', 'a', 'b']);
});

test('control: in one line, the last to come is the last to be served', () => {
  assert.equal(
    orderOf('aaaab'.split(''), {}, () => 'everybody'),
    'aaaab',
  );
});

test('so many of one owner wait, and the next is turned away; another owner still finds room', async () => {
  const answers = Array.from({ length: 102 }, () => run('many', 'answer'));
  const refused = (await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 1);
  await assert.rejects(answers[101] ?? Promise.resolve(), TooManyWaiting);
  assert.ok((await run('other', 'answer')) > 0);
});

test('a thread that is closed while it loads leaves no job waiting', async () => {
  const closing = createThread<Job, number>(FILE, { heap_mb: 32 });
  const answer = endOf(closing.run('other', 'answer', GENEROUS_MS));
  await closing.close();
  assert.equal(await answer, 'crashed');
});

test('a thread that was closed takes no job, whether it had one before or none', async () => {
  for (const jobs of [0, 1]) {
    const closed = createThread<Job, number>(FILE, { heap_mb: 32 });
    for (let job = 0; job < jobs; job++) await closed.run('one', 'answer', GENEROUS_MS);
    await closed.close();
    assert.equal(await endOf(closed.run('one', 'answer', GENEROUS_MS)), 'crashed', `after ${jobs}`);
  }
});
