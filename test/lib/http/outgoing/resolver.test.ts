import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { createResolver } from '../../../../src/lib/http/outgoing/resolver.ts';
import { eventually } from '../../../../support/eventually.ts';
import { openNameServer } from '../../../support/nameServer.ts';
import { callUrl, outcomeWord } from './support.ts';

const FIRST = '93.184.215.14';
const SECOND = '93.184.215.15';

/** The host name contains the time to live in seconds; its address changes with every query. */
const backoff = new Map<string, number>();
const names = await openNameServer(
  (name) => {
    if (name.startsWith('silent')) return 'silence';
    if (name.startsWith('none')) return [];
    if (name.includes('-')) return [FIRST, '2606:4700::1111'];
    if (name.startsWith('six')) return ['2606:4700::1111'];
    const turn = backoff.get(name) ?? 0;
    backoff.set(name, turn + 1);
    // Each lookup sends two queries: one for IPv4, one for IPv6.
    return [turn < 2 ? FIRST : SECOND];
  },
  (name, version) => Number(/\d+/.exec(name.split('-')[version === 4 ? 0 : 1] ?? name)?.[0] ?? 0),
);
after(() => names.close());

const timesAsked = (name: string) => names.asked.filter((asked) => asked === name).length / 2;

/** Returns a resolver with a mocked clock that stands still until the test changes it. */
function holdResolver(t: TestContext) {
  const resolver = createResolver([names.server]);
  const time = { now_ms: 0 };
  t.mock.method(performance, 'now', () => time.now_ms);
  t.after(() => resolver.close());
  return { resolver, time };
}

const FRESH: [name: string, fresh_ms: number, why: string][] = [
  ['d86400.example', 30_000, 'half a minute, however long its owner says'],
  ['d31.example', 30_000, 'half a minute where its owner says a second more'],
  ['d29.example', 29_000, 'as long as its owner says below that'],
  ['d0.example', 1_000, 'a second where its owner says no time'],
];

for (const [name, fresh_ms, why] of FRESH) {
  test(`a DNS result is cached for ${why}`, async (t) => {
    const { resolver, time } = holdResolver(t);
    assert.deepEqual(await resolver.resolve(name), [FIRST]);
    time.now_ms += fresh_ms - 1;
    assert.deepEqual(await resolver.resolve(name), [FIRST]);
    assert.equal(timesAsked(name), 1);
    time.now_ms += 1;
    assert.deepEqual(await resolver.resolve(name), [SECOND]);
    assert.equal(timesAsked(name), 2);
  });
}

for (const name of ['d5-20.example', 'd20-5.example'])
  test(`a DNS result of several records is cached until the first of them expires: ${name}`, async (t) => {
    const { resolver, time } = holdResolver(t);
    await resolver.resolve(name);
    time.now_ms += 4_999;
    await resolver.resolve(name);
    assert.equal(timesAsked(name), 1);
    time.now_ms += 1;
    await resolver.resolve(name);
    assert.equal(timesAsked(name), 2);
  });

test('a name without addresses is resolved again after a second', async (t) => {
  const { resolver, time } = holdResolver(t);
  const notFound = () => assert.rejects(resolver.resolve('none.example'), { word: 'name_not_found' });
  await notFound();
  time.now_ms += 999;
  await notFound();
  assert.equal(timesAsked('none.example'), 1);
  time.now_ms += 1;
  await notFound();
  assert.equal(timesAsked('none.example'), 2);
});

test('concurrent lookups share one query', async (t) => {
  const { resolver } = holdResolver(t);
  const asking = Array.from({ length: 20 }, () => resolver.resolve('d7.shared.example'));
  for (const addresses of await Promise.all(asking)) assert.deepEqual(addresses, [FIRST]);
  assert.equal(timesAsked('d7.shared.example'), 1);
});

test('a name that has only addresses of one family is resolved', async (t) => {
  const { resolver } = holdResolver(t);
  assert.deepEqual(await resolver.resolve('six.example'), ['2606:4700::1111']);
});

test('the close of a client ends its unanswered queries, which are not repeated', async () => {
  const outgoing = createOutgoingClient({ guard: createGuard([]), dns_servers: [names.server] });
  const call = callUrl(outgoing, 'http://silent.example/', { timeout_ms: 60_000 });
  const asked = await eventually(
    () => timesAsked('silent.example'),
    (times) => times >= 1,
  );
  await outgoing.close();
  assert.equal(outcomeWord(await call), 'name_lookup_failed');
  assert.equal(timesAsked('silent.example'), asked);
});
