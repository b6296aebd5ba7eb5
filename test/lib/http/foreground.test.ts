import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import { watchForeground } from '../../../src/lib/http/foreground.ts';

const LONG_MS = 60_000;
const server = fastify({ forceCloseConnections: true });
after(() => server.close());
const foreground = watchForeground(server);
let entered = Promise.withResolvers<void>();
const held: (() => void)[] = [];
server.get('/held', () => {
  entered.resolve();
  return new Promise((resolve) => held.push(() => resolve({})));
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });

test('no wait without a request', async () => {
  assert.equal(await foreground.yieldTo(LONG_MS), 0);
});

test('what can wait begins when the last of the requests is answered', async () => {
  const asking = [await ask(), await ask()];
  const waiting = foreground.yieldTo(LONG_MS);
  assert.equal(await isOver(waiting), false);
  for (const answer of held) answer();
  await Promise.all(asking.map(({ answer }) => answer));
  assert.ok((await waiting) > 0);
  assert.equal(await foreground.yieldTo(LONG_MS), 0);
});

test('what can wait begins in any case, however long a request takes', async () => {
  const { leave } = await ask();
  assert.ok((await foreground.yieldTo(20)) >= 15);
  assert.equal(await foreground.yieldTo(0), 0);
  leave();
});

test('a request that was given up does not delay work', async () => {
  const { leave } = await ask();
  const waiting = foreground.yieldTo(LONG_MS);
  leave();
  await waiting;
  assert.equal(await foreground.yieldTo(LONG_MS), 0);
});

/** A request that has reached its route and is held there. */
async function ask() {
  entered = Promise.withResolvers();
  const leaving = new AbortController();
  const answer = fetch(`${url}/held`, { signal: leaving.signal }).catch(() => undefined);
  await entered.promise;
  return { answer, leave: () => leaving.abort() };
}

function isOver(waiting: Promise<number>): Promise<boolean> {
  return Promise.race([
    waiting.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 30, false)),
  ]);
}
