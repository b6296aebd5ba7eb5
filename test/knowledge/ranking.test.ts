import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchKnowledge } from '../../src/features/knowledge/search.ts';
import { openLibrary } from './support/library.ts';

const { world, tenant, add } = await openLibrary();
const api = await tenant.api();
const PASSAGES = {
  repeated: 'Torque, torque, torque. A long list of parts follows for the workshop. Wrench, wrench, wrench.',
  far: `Set the torque first. ${'Clean the housing and the cover. '.repeat(12)}Then put the wrench away.`,
  near: 'The wrench measures the torque of the housing and of the cover.',
  phrase: 'Send the torque wrench to calibration each year.',
  single: 'A wrench hangs beside the door.',
};
for (const [name, text] of Object.entries(PASSAGES)) await add(tenant, `${name}.txt`, text);
for (let at = 0; at < 20; at += 1) await add(tenant, `other-${at}.txt`, `The valve number ${at} is closed.`);

const search = async (query: string) => {
  const { status, body } = await api.get(`/v1/knowledge/search?${new URLSearchParams({ query }).toString()}`);
  assert.equal(status, 200);
  return body.passages as { title: string; is_weak: boolean; score: number }[];
};
const titles = async (query: string) => (await search(query)).map(({ title }) => title.replace('.txt', ''));

test('200 with the phrase first, then words close together, and a single word last', async () => {
  const found = await titles('torque wrench');
  assert.equal(found[0], 'phrase');
  assert.equal(found.at(-1), 'single');
  assert.ok(found.indexOf('near') < found.indexOf('far'), found.join());
  assert.ok(found.indexOf('phrase') < found.indexOf('repeated'), found.join());
});

test('200 with the same words in another order, without the phrase in the first position', async () => {
  const [first] = await titles('wrench measures torque');
  assert.equal(first, 'near');
  const found = await titles('wrench torque');
  assert.deepEqual(found.toSorted(), Object.keys(PASSAGES).toSorted());
});

test('200 with weak matches marked: passages with less than half of the query', async () => {
  const weak = async (query: string) =>
    Object.fromEntries((await search(query)).map(({ title, is_weak }) => [title, is_weak]));
  assert.equal((await weak('torque wrench'))['phrase.txt'], false);
  assert.deepEqual(
    await weak('giraffe kangaroo wrench'),
    Object.fromEntries(Object.keys(PASSAGES).map((name) => [`${name}.txt`, true])),
  );
  assert.deepEqual(await search('giraffe kangaroo'), []);
});

test('200 for the phrase among more passages than are ranked', async () => {
  const many = Array.from({ length: 900 }, (_, at) => `## Part ${at}\n\nThe seal of the gasket ${at}.`);
  await add(tenant, 'seals.md', `${many.join('\n\n')}\n\n## Last\n\nOrder a gasket seal.\n`);
  const { passages } = await searchKnowledge(tenant.ctx(), { query: 'gasket seal', limit: 3 });
  assert.equal(passages[0]?.heading, 'Last');
});

test('200 for hostile queries, and 400 for a query that is too long', async () => {
  for (const query of [
    "' | torque <-> !wrench:*A",
    '\\ ( ) & <5>',
    '<mark>torque</mark> <script>',
    '\u202Etorque\u202C wrench',
    'torque '.repeat(140),
    Array.from({ length: 160 }, (_, at) => `w${at}`).join(' '),
  ])
    await search(query);
  assert.equal((await api.get(`/v1/knowledge/search?query=${'a'.repeat(10_000)}`)).status, 400);
  assert.equal((await api.get('/v1/knowledge/search?query=a%00b')).status, 400);
});

test('200 with no passage of another account', async () => {
  const strangers = await world.account();
  await add(strangers, 'theirs.txt', 'The torque wrench of the strangers.');
  assert.ok(!(await titles('torque wrench')).includes('theirs'));
});
