import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { createResolver } from '../../../../src/lib/http/outgoing/resolver.ts';
import { eventually } from '../../../../support/eventually.ts';
import { openNameServer } from '../../../support/nameServer.ts';

const FIRST = '93.184.215.14';
const SECOND = '93.184.215.15';

/** Names say for how many seconds they are fresh, and move with every question. */
const backoff = new Map<string, number>();
const names = await openNameServer(
  (name) => {
    if (name.startsWith('silent')) return 'silence';
    if (name.startsWith('none')) return [];
    if (name.includes('-')) return [FIRST, '2606:4700::1111'];
    if (name.startsWith('six')) return ['2606:4700::1111'];
    const turn = backoff.get(name) ?? 0;
    backoff.set(name, turn + 1);
    // One question is asked for each family.
    return [turn < 2 ? FIRST : SECOND];
  },
  (name, version) => Number(/\d+/.exec(name.split('-')[version === 4 ? 0 : 1] ?? name)?.[0] ?? 0),
);
after(() => names.close());

const timesAsked = (name: string) => names.asked.filter((asked) => asked === name).length / 2;

/** A resolver and the time that it sees, which stands still. */
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
  test(`an answer is kept for ${why}`, async (t) => {
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
  test(`an answer of several records is kept as long as the first of them is fresh: ${name}`, async (t) => {
    const { resolver, time } = holdResolver(t);
    await resolver.resolve(name);
    time.now_ms += 4_999;
    await resolver.resolve(name);
    assert.equal(timesAsked(name), 1);
    time.now_ms += 1;
    await resolver.resolve(name);
    assert.equal(timesAsked(name), 2);
  });

test('a name without addresses is asked for again after a second', async (t) => {
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

test('callers that ask at once share one question', async (t) => {
  const { resolver } = holdResolver(t);
  const asking = Array.from({ length: 20 }, () => resolver.resolve('d7.shared.example'));
  for (const addresses of await Promise.all(asking)) assert.deepEqual(addresses, [FIRST]);
  assert.equal(timesAsked('d7.shared.example'), 1);
});

test('a name with addresses of one family only is found', async (t) => {
  const { resolver } = holdResolver(t);
  assert.deepEqual(await resolver.resolve('six.example'), ['2606:4700::1111']);
});

test('a close ends questions that no server answers', { timeout: 4_000 }, async () => {
  const resolver = createResolver([names.server]);
  const asking = resolver.resolve('silent.example');
  const ended = assert.rejects(asking, { word: 'name_lookup_failed' });
  await eventually(
    () => timesAsked('silent.example'),
    (times) => times === 1,
  );
  resolver.close();
  await ended;
});
