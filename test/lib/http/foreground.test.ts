import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fastify } from 'fastify';
import { eventually } from '../../../support/eventually.ts';
import { watchRequestActivity } from '../../../src/lib/http/requestActivity.ts';
import { startWaiting, Reply, handlingMs } from '../../../src/lib/http/reply.ts';

const LONG_MS = 60_000;
const server = fastify({ forceCloseConnections: true, http: { ServerResponse: Reply } });
after(() => server.close());
const foreground = watchRequestActivity(server);
let entered = Promise.withResolvers<void>();
const held: (() => void)[] = [];
server.get('/held', () => {
  entered.resolve();
  return new Promise((resolve) => held.push(() => resolve({})));
});
server.get('/parked', (_request, reply) => {
  startWaiting(reply.raw);
  entered.resolve();
  return new Promise((resolve) => held.push(() => resolve({})));
});
const took: { path: string; worked_ms: number; elapsed_ms: number }[] = [];
server.addHook('onResponse', async ({ url: path }, reply) => {
  took.push({ path, worked_ms: handlingMs(reply), elapsed_ms: reply.elapsedTime });
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });

test('background work does not wait if no request runs', async () => {
  assert.equal(await foreground.waitUntilIdle(LONG_MS), 0);
});

test('background work starts when the last request is answered', async () => {
  const asking = [await ask(), await ask()];
  const waiting = foreground.waitUntilIdle(LONG_MS);
  assert.equal(await isOver(waiting), false);
  for (const answer of held) answer();
  await Promise.all(asking.map(({ answer }) => answer));
  assert.ok((await waiting) > 0);
  assert.equal(await foreground.waitUntilIdle(LONG_MS), 0);
});

test('background work starts after its longest wait, however long a request runs', async () => {
  const { leave } = await ask();
  assert.ok((await foreground.waitUntilIdle(20)) >= 15);
  assert.equal(await foreground.waitUntilIdle(0), 0);
  leave();
});

test('an aborted request does not delay background work', async () => {
  const { leave } = await ask();
  const waiting = foreground.waitUntilIdle(LONG_MS);
  leave();
  await waiting;
  assert.equal(await foreground.waitUntilIdle(LONG_MS), 0);
});

test('a request that waits for an event does not delay background work, and its wait does not count as work', async () => {
  const parked = await ask('/parked');
  assert.equal(await foreground.waitUntilIdle(LONG_MS), 0);
  const working = await ask();
  const waiting = foreground.waitUntilIdle(LONG_MS);
  assert.equal(await isOver(waiting), false);
  for (const answer of held) answer();
  await Promise.all([parked.answer, working.answer, waiting]);
  const find = (wanted: string) => took.findLast(({ path }) => path === wanted);
  await eventually(
    () => [find('/parked'), find('/held')],
    (found) => !found.includes(undefined),
  );
  const [one, other] = [find('/parked'), find('/held')];
  assert.ok(one && other);
  assert.ok(one.worked_ms < one.elapsed_ms, JSON.stringify(one));
  assert.equal(other.worked_ms, other.elapsed_ms);
});

/** Starts a request and waits until its route holds it. */
async function ask(path = '/held') {
  entered = Promise.withResolvers();
  const leaving = new AbortController();
  const answer = fetch(url + path, { signal: leaving.signal }).catch(() => undefined);
  await entered.promise;
  return { answer, leave: () => leaving.abort() };
}

function isOver(waiting: Promise<number>): Promise<boolean> {
  const backoff = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    return false;
  };
  return Promise.race([waiting.then(() => true), backoff()]);
}
