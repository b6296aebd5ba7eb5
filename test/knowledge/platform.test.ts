/* Documents of the platform: staff manage them, and bundles make them available to accounts. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { consoleOf } from '../../support/console.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const { db, clock, files } = world;
const reader = createDocumentReader();
after(() => reader.close());
const tenant = await world.account();
await tenant.device();
const api = await tenant.api();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const { id: skill_id } = await createSkill(tenant.ctx(), {
  name: 'Ask',
  kind: 'knowledge_search',
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const read = () => DOCUMENT_QUEUE.run({ db, clock, files, reader });
const upload = async (name: string, text: string, collection: string) => {
  const { status, body } = await staff.post('/staff/documents', { name, collection, content: base64(text) });
  assert.equal(status, 201);
  await read();
  return body;
};
const titlesFor = async (query: string) => {
  const { status, body } = await api.post('/v1/api-tenant-skills-execute', {
    skill_id,
    arguments: { query },
  });
  assert.equal(status, 200, body.message);
  return body.passages.map(({ title }: { title: string }) => title);
};

test('200 with documents of the platform while a bundle with their collection is allocated', async () => {
  const { collection } = await upload(
    'valves.md',
    '# Valves\n\nThe okapi valve opens to the left.',
    'Valves',
  );
  assert.deepEqual(await titlesFor('okapi'), []);

  const bundle = await staff.post('/staff/bundles', { name: 'Valves', collection_ids: [collection.id] });
  const allocation = { account_id: tenant.account_id, bundle_id: bundle.body.id };
  assert.equal((await staff.post('/staff/allocations', allocation)).status, 200);
  assert.deepEqual(await titlesFor('okapi'), ['valves.md']);
  const own = await admin.get('/knowledge/search?query=okapi');
  assert.equal(own.body.passages[0].title, 'valves.md');

  const second = await upload('more-valves.md', 'The okapi valve is greased once a year.', 'Valves');
  assert.deepEqual((await titlesFor('okapi')).toSorted(), ['more-valves.md', 'valves.md']);
  assert.equal((await staff.delete(`/staff/documents?document_id=${second.id}`)).status, 200);
  assert.deepEqual(await titlesFor('okapi'), ['valves.md']);

  const withdrawn = await staff.call('/staff/allocations', { method: 'DELETE', body: allocation });
  assert.equal(withdrawn.status, 200);
  assert.deepEqual(await titlesFor('okapi'), []);
  assert.deepEqual((await admin.get('/knowledge/search?query=okapi')).body.passages, []);
});

test('200 for lists, searches and reprocessing of platform documents only', async () => {
  const theirs = { name: 'own.txt', content: base64('The okapi of the account') };
  const { body: own } = await admin.post('/documents', theirs);
  const document = await upload('rules.txt', 'The okapi rule', 'Rules');
  const { body: list } = await staff.get(`/staff/documents?collection_id=${document.collection.id}`);
  assert.deepEqual([list.total, list.documents[0].name, list.documents[0].state], [1, 'rules.txt', 'ready']);
  assert.equal((await staff.get('/staff/documents')).body.total, 2);
  const { body: found } = await staff.get('/staff/knowledge/search?query=okapi');
  assert.deepEqual(found.passages.map(({ title }: any) => title).toSorted(), ['rules.txt', 'valves.md']);

  const again = await staff.post(`/staff/documents/process?document_id=${document.id}`);
  assert.deepEqual([again.status, again.body.state], [200, 'queued']);
  const replaced = await staff.put(`/staff/documents?document_id=${document.id}`, {
    content: base64('A gnu rule'),
  });
  assert.equal(replaced.status, 200);
  await read();
  assert.equal((await staff.get('/staff/knowledge/search?query=gnu')).body.passages.length, 1);
  for (const path of [`/staff/documents?document_id=${own.id}`, `/staff/documents?document_id=${skill_id}`])
    assert.equal((await staff.delete(path)).status, 404);
  assert.equal((await admin.delete(`/documents?document_id=${document.id}`)).status, 404);
});

test('404 for deleting a platform collection with documents, 200 for an empty one', async () => {
  const { id, collection } = await upload('passing.txt', 'Soon gone', 'Passing');
  const path = `/staff/collections?collection_id=${collection.id}`;
  assert.equal((await staff.delete(path)).status, 404);
  await staff.delete(`/staff/documents?document_id=${id}`);
  assert.equal((await staff.delete(path)).status, 200);
  const { body } = await staff.get('/staff/collections');
  assert.deepEqual(
    body.collections.map(({ name, documents }: any) => [name, documents]),
    [
      ['Rules', 1],
      ['Valves', 1],
    ],
  );
});

test('400 for an invalid document and invalid base64', async () => {
  const bad = await staff.post('/staff/documents', { name: 'a.exe', content: base64('x') });
  assert.match(bad.body.message, /^name: must end in/);
  const broken = await staff.post('/staff/documents', { name: 'a.txt', content: '!' });
  assert.deepEqual([broken.status, broken.body.message], [400, 'content: must be base64']);
  const empty = await staff.post('/staff/documents', { name: 'a.txt', content: '' });
  assert.deepEqual([empty.status, empty.body.message], [400, 'content: is empty']);
});
