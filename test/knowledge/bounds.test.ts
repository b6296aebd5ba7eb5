import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changeSearchLanguage,
  deleteCollection,
  deleteDocument,
  deleteUnreferencedFiles,
  listCollections,
  listDocuments,
  listDocumentsWithDetails,
  readDocument,
  replaceDocument,
  uploadDocument,
} from '../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { searchKnowledge } from '../../src/features/knowledge/search.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { ReaderUnavailable } from '../../src/lib/documents/reader.ts';
import { openLibrary } from './support/library.ts';

const { world, tenant, room, add } = await openLibrary();
const all = { limit: 100, offset: 0 };
const added: string[] = [];
for (let number = 1; number <= 11; number++) {
  const text = number === 7 ? 'heron heron heron heron' : 'The heron stands beside the pump.';
  const collection = number <= 4 ? 'Marsh' : 'Lake';
  added.push((await add(tenant, `heron-${number}.txt`, text, collection)).id);
}
const search = async (query: string, more = {}) =>
  (await searchKnowledge(tenant.ctx(), { query, ...more })).passages;
const list = async (filter: object) => {
  const { documents, total } = await listDocuments(tenant.ctx(), { ...all, ...filter });
  return { ids: documents.map(({ id }) => id), total };
};

/** Returns the rule of the failure that the list shows. */
const ruleOf = async (id: string) => {
  const { documents } = await listDocumentsWithDetails(tenant.ctx(), all);
  return documents.find((document) => document.id === id)?.reason_details?.rule;
};

test('a search finds ten passages or the requested number, best first', async () => {
  const [usual, most] = [await search('heron'), await search('heron', { limit: 11 })];
  assert.deepEqual([usual.length, most.length], [10, 11]);
  assert.deepEqual(usual, most.slice(0, 10));
  assert.deepEqual(
    most.map(({ document_id }) => document_id),
    [...added].toSorted((one, other) => rankOf(one) - rankOf(other)),
  );
  for (const { score } of most) assert.equal(score, Number(score.toFixed(4)));
});

/** Returns the expected position; results with equal scores are ordered by id. */
function rankOf(id: string): number {
  const at = added.indexOf(id);
  return at === 6 ? -1 : at;
}

test('a search takes questions of 1 to 1,000 characters that are not blank', async () => {
  const heron = 'heron '.padEnd(1_000, 'x');
  assert.equal((await search(heron)).length, 10);
  for (const query of [`${heron}x`, '', ' \t'])
    await assert.rejects(search(query), { code: 'BAD_REQUEST' }, `${query.length} characters`);
});

test('documents are listed newest first in pages, those with equal times by id', async () => {
  const newest = added.toReversed();
  await world.db`update knowledge_documents set created_at = ${world.clock.now()}`;
  assert.deepEqual(await list({}), { ids: newest, total: 11 });
  assert.deepEqual(await list({ limit: 3, offset: 9 }), { ids: newest.slice(9), total: 11 });
  await world.db`
    update knowledge_documents
    set created_at = ${new Date(world.clock.now().getTime() + 1)}
    where id = ${added[0] ?? ''}`;
  assert.deepEqual((await list({})).ids, [...newest.slice(-1), ...newest.slice(0, -1)]);
});

test('documents are listed by collection and state together; collections by name, with their documents', async () => {
  const collections = await listCollections(tenant.ctx());
  assert.deepEqual(
    collections.map(({ name, documents }) => [name, documents]),
    [
      ['Lake', 7],
      ['Marsh', 4],
    ],
  );
  const [lake, marsh] = collections.map(({ id }) => id);
  const other = added[0] ?? '';
  await world.db`update knowledge_documents set state = 'failed' where id = ${other}`;
  assert.deepEqual(await list({ collection_id: marsh, state: 'failed' }), { ids: [other], total: 1 });
  assert.equal((await list({ collection_id: marsh, state: 'ready' })).total, 3);
  assert.equal((await list({ collection_id: lake, state: 'failed' })).total, 0);
  await world.db`update knowledge_documents set state = 'ready' where id = ${other}`;
  await assert.rejects(deleteCollection(tenant.ctx(), marsh ?? ''), { code: 'NOT_FOUND' });
});

test('a closed reader uses no attempt and leaves the document to another reader', async () => {
  const { id } = await uploadDocument(tenant.ctx(), { name: 'stork.txt', content: Buffer.from('A stork') });
  const closed = {
    ...room,
    reader: { ...room.reader, read: () => Promise.reject(new ReaderUnavailable(true)) },
  };
  for (let stop = 0; stop < 4; stop++) {
    assert.equal(await DOCUMENT_QUEUE.run(closed), 0);
    assert.equal((await readDocument(tenant.ctx(), id)).state, 'queued');
  }
  assert.equal(await DOCUMENT_QUEUE.run(room), 1);
  assert.equal((await readDocument(tenant.ctx(), id)).state, 'ready');
});

test('a failed document is processed again after its replacement', async () => {
  const { id, state, reason } = await add(tenant, 'egret.docx', 'no document');
  assert.equal(state, 'failed');
  assert.ok(reason);
  assert.ok(await ruleOf(id));
  await world.db`update knowledge_documents set attempts = 3 where id = ${id}`;
  const content = Buffer.from('The egret');
  const queued = await replaceDocument(tenant.ctx(), id, { name: 'egret.txt', content });
  assert.deepEqual([queued.state, queued.reason, queued.bytes], ['queued', null, content.length]);
  assert.equal(await ruleOf(id), undefined);
  await DOCUMENT_QUEUE.run(room);
  const read = await readDocument(tenant.ctx(), id);
  assert.deepEqual([read.name, read.state, read.reason, read.passages], ['egret.txt', 'ready', null, 1]);
  assert.equal(await ruleOf(id), undefined);
});

test('the current language processes no document again; another language processes all', async () => {
  const queued = async () => (await list({ state: 'queued' })).total;
  await changeSearchLanguage(tenant.ctx(), 'english');
  assert.equal(await queued(), 0);
  await changeSearchLanguage(tenant.ctx(), 'german');
  assert.equal(await queued(), (await list({})).total);
  assert.equal(await DOCUMENT_QUEUE.run(room), (await list({})).total);
});

test('a file without a document is deleted after a day', async () => {
  const { key } = await world.files.put('knowledge', Buffer.from('stray'), { max_bytes: 10 });
  const stored = await Array.fromAsync(world.files.list('knowledge'));
  const stored_ms = stored.find((file) => file.key === key)?.stored_at.getTime() ?? 0;
  const isKept = async (age_ms: number) => {
    await deleteUnreferencedFiles({ ...world.platform(), now: new Date(stored_ms + age_ms) });
    const file = await world.files.open(key);
    file?.content.destroy();
    return file !== undefined;
  };
  assert.deepEqual([await isKept(DAY_MS), await isKept(DAY_MS + 1)], [true, false]);
});

test('400 for a replacement or a collection with an invalid name, 404 for an unknown document', async () => {
  const content = Buffer.from('The heron flies.');
  await assert.rejects(
    uploadDocument(tenant.ctx(), { name: 'named.txt', collection: 'c'.repeat(201), content }),
    /collection: must be/,
  );
  const { id } = await uploadDocument(tenant.ctx(), { name: 'named.txt', content });
  for (const [name, message] of [
    ['virus.exe', /name: must end in one of .pdf, .docx/],
    [' ', /name: must be 1 to 255 characters/],
  ] as const)
    await assert.rejects(replaceDocument(tenant.ctx(), id, { name, content }), message);
  assert.equal((await readDocument(tenant.ctx(), id)).name, 'named.txt');
  await deleteDocument(tenant.ctx(), id);
  await assert.rejects(replaceDocument(tenant.ctx(), id, { content }), { code: 'NOT_FOUND' });
});
