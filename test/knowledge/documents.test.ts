import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { actAsPlatform } from '../../src/access/platform.ts';
import { allocateBundle, createBundle, withdrawBundle } from '../../src/features/bundles/bundles.ts';
import {
  changeSearchLanguage,
  deleteCollection,
  deleteDocument,
  deleteUnreferencedFiles,
  listCollections,
  listDocuments,
  readDocument,
  replaceDocument,
  reprocessDocument,
  uploadDocument,
} from '../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { searchKnowledge } from '../../src/features/knowledge/search.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { makeDocx, makeDocxParagraph } from './support/zip.ts';
import { openLibrary } from './support/library.ts';
import { makePdf } from './support/pdf.ts';

const { world, tenant, room, add } = await openLibrary();
const { files } = room;
const other = await world.account();
const glasses = await tenant.device();
const api = await tenant.api();
const search = async (query: string, more = {}, who = tenant) =>
  (await searchKnowledge(who.ctx(), { query, ...more })).passages;
const platform = world.platform();
const staff = { ctx: () => actAsPlatform(platform) };

const READ: [string, Buffer | string, string, object][] = [
  ['pump.txt', 'The zebra pump needs oil.\n\nIt is blue.', 'zebra', { page: null, heading: null }],
  [
    'pump.md',
    '# Care\n\nIntro.\n\n## Oil\n\nThe **giraffe** pump needs [oil](http://x).',
    'giraffe',
    { page: null, heading: 'Oil' },
  ],
  [
    'pumps.csv',
    'Pump;Oil\nlion;"5;W"\ntiger;10W',
    'tiger',
    { page: null, text: 'Pump: lion; Oil: 5;W\nPump: tiger; Oil: 10W' },
  ],
  [
    'pump.html',
    '<title>no</title><h2>Oil</h2><p>The <b>ele</b>phant &amp; pump</p><script>no()</script>',
    'elephant',
    { heading: 'Oil', text: 'The elephant & pump' },
  ],
  [
    'pump.docx',
    makeDocx(makeDocxParagraph('Oil', 'Heading1') + makeDocxParagraph('The rhino pump &amp; more.')),
    'rhino',
    { page: null, heading: 'Oil', text: 'The rhino pump & more.' },
  ],
  [
    'pump.pdf',
    makePdf([{ lines: ['First page.'] }, { heading: 'Oil', lines: ['The hippo pump', 'needs oil.'] }]),
    'hippo',
    { page: 2, heading: 'Oil', text: 'The hippo pump needs oil.' },
  ],
];

for (const [name, content, word, expected] of READ) {
  test(`the text of ${name} is read and found by a search`, async () => {
    const document = await add(tenant, name, content);
    assert.deepEqual([document.state, document.reason], ['ready', null]);
    const [found, ...more] = await search(word);
    assert.equal(more.length, 0);
    assert.deepEqual({ ...found, ...expected }, found);
    assert.equal(found?.title, name);
    assert.match(found.highlighted, new RegExp(`<mark>${word}</mark>`));
  });
}

test('highlighted passages are safe HTML', async () => {
  await add(tenant, 'evil.txt', 'A <img src=x onerror=alert(1)> kangaroo & friends');
  const [found] = await search('kangaroo');
  assert.equal(
    found?.highlighted,
    'A &lt;img src=x onerror=alert(1)&gt; <mark>kangaroo</mark> &amp; friends',
  );
});

test('a search finds no passage of another account with the same words', async () => {
  const text = (whose: string) =>
    Array.from({ length: 40 }, (_, at) => `Walrus ${whose} number ${at}.`).join('\n\n'.repeat(2));
  const mine = await add(tenant, 'walrus.txt', text('mine'));
  const theirs = await add(other, 'walrus.txt', text('theirs'));
  for (const query of ['walrus', 'walrus mine', 'walrus theirs', 'number 7']) {
    for (const [who, id, foreign] of [
      [tenant, mine.id, theirs.id],
      [other, theirs.id, mine.id],
    ] as const) {
      const passages = await search(query, { limit: 50 }, who);
      assert.ok(passages.length > 0);
      assert.ok(passages.every(({ document_id }) => document_id === id && document_id !== foreign));
    }
  }
  assert.deepEqual(await search('giraffe', {}, other), []);
  await assert.rejects(readDocument(other.ctx(), mine.id), { code: 'NOT_FOUND' });
  await assert.rejects(deleteDocument(other.ctx(), mine.id), { code: 'NOT_FOUND' });
  await assert.rejects(replaceDocument(other.ctx(), mine.id, { content: Buffer.from('x') }), {
    code: 'NOT_FOUND',
  });
});

test('a replaced document keeps its old passages until the new ones are there', async () => {
  const { id } = await add(tenant, 'change.txt', 'The ostrich');
  const replaced = await replaceDocument(tenant.ctx(), id, { content: Buffer.from('The penguin') });
  assert.equal(replaced.state, 'queued');
  assert.equal((await search('ostrich')).length, 1);
  await DOCUMENT_QUEUE.run(room);
  assert.deepEqual([(await search('ostrich')).length, (await search('penguin')).length], [0, 1]);
  const again = await reprocessDocument(tenant.ctx(), id);
  assert.equal(again.state, 'queued');
  await DOCUMENT_QUEUE.run(room);
  assert.equal((await search('penguin')).length, 1);
});

test('a deleted document disappears immediately with its file, and a running reader writes nothing', async () => {
  const { id } = await add(tenant, 'gone.txt', 'The dodo');
  await reprocessDocument(tenant.ctx(), id);
  const slow = {
    ...room,
    reader: {
      ...room.reader,
      async read(account_id: string, name: string, file: Uint8Array) {
        await deleteDocument(tenant.ctx(), id);
        return room.reader.read(account_id, name, file);
      },
    },
  };
  await DOCUMENT_QUEUE.run(slow);
  assert.deepEqual(await search('dodo'), []);
  await assert.rejects(readDocument(tenant.ctx(), id), { code: 'NOT_FOUND' });
  const rest = await world.db`select 1 from knowledge_passages where document_id = ${id}`;
  const words = await world.db`select 1 from knowledge_words where document_id = ${id}`;
  assert.deepEqual([rest.length, words.length], [0, 0]);
});

test('a document whose reader died is read by another reader, with a limited number of attempts', async () => {
  const upload = { name: 'dead.txt', content: Buffer.from('The mammoth') };
  const { id } = await uploadDocument(tenant.ctx(), upload);
  const dying = { ...room, reader: { ...room.reader, read: () => Promise.reject(new Error('gone')) } };
  for (let attempt = 1; attempt <= 3; attempt++) {
    await assert.rejects(DOCUMENT_QUEUE.run(dying), /gone/);
    assert.equal((await readDocument(tenant.ctx(), id)).state, 'processing');
    assert.equal(await DOCUMENT_QUEUE.run(room), 0);
    world.clock.advance(300_000);
  }
  await DOCUMENT_QUEUE.run(room);
  const { state, reason } = await readDocument(tenant.ctx(), id);
  assert.deepEqual([state, reason], ['failed', 'The document could not be read in several attempts.']);
});

test('a document waits while the file store is unavailable', async () => {
  const { id } = await uploadDocument(tenant.ctx(), { name: 'away.txt', content: Buffer.from('The auk') });
  const away = { ...room, files: { ...room.files, open: () => Promise.reject(new Error('no bucket')) } };
  for (let attempt = 1; attempt <= 5; attempt++) {
    await assert.rejects(DOCUMENT_QUEUE.run(away), /no bucket/);
    assert.equal((await readDocument(tenant.ctx(), id)).state, 'queued');
    assert.equal(await DOCUMENT_QUEUE.run(room), 0, 'not asked for again at once');
    world.clock.advance(60_000);
  }
  await DOCUMENT_QUEUE.run(room);
  assert.equal((await search('auk')).length, 1);
});

test('200 from a skill that searches one collection', async () => {
  await add(tenant, 'a.txt', 'The flamingo of the hangar', 'Hangar');
  await add(tenant, 'b.txt', 'The flamingo of the harbour', 'Harbour');
  const collections = await listCollections(tenant.ctx());
  const harbour = collections.find(({ name }) => name === 'Harbour');
  const skill = await createSkill(tenant.ctx(), {
    name: 'Ask',
    kind: 'knowledge_search',
    config: { collection_ids: [harbour?.id] },
  });
  const run = (input: object) =>
    api.post('/v1/api-tenant-skills-execute', { skill_id: skill.id, arguments: input });
  const { status, body } = await run({ query: 'Where is the flamingo?' });
  assert.equal(status, 200);
  assert.deepEqual(
    body.passages.map(({ title }: { title: string }) => title),
    ['b.txt'],
  );
  assert.deepEqual(Object.keys(body.passages[0]).toSorted(), [
    'document_id',
    'heading',
    'highlighted',
    'is_weak',
    'page',
    'score',
    'text',
    'title',
  ]);
  const missing = await run({});
  assert.deepEqual([missing.status, missing.body.message], [400, 'arguments.query: required']);
  const blank = await run({ query: ' ' });
  assert.equal(blank.status, 400);
});

test('a bundle allocates collections of the platform to an account and withdraws them', async () => {
  const shared = await add(staff, 'platform.txt', 'The platypus rule of the platform', 'Rules');
  assert.deepEqual(await search('platypus'), []);
  const bundle = await createBundle(platform, { name: 'Rules', collection_ids: [shared.collection.id] });
  const allocation = { account_id: tenant.account_id, bundle_id: bundle.id };
  await allocateBundle(platform, allocation);
  assert.equal((await search('platypus'))[0]?.document_id, shared.id);
  assert.deepEqual(await search('platypus', {}, other), []);
  const own = await add(tenant, 'own.txt', 'The platypus rule of the account', 'Own rules');
  const foundIn = async (...documents: (typeof own)[]) => {
    const collection_ids = documents.map(({ collection }) => collection.id);
    return (await search('platypus', { collection_ids })).map(({ document_id }) => document_id).toSorted();
  };
  assert.deepEqual(await foundIn(shared), [shared.id]);
  assert.deepEqual(await foundIn(own), [own.id]);
  assert.deepEqual(await foundIn(own, shared), [own.id, shared.id].toSorted());
  await deleteDocument(tenant.ctx(), own.id);
  await withdrawBundle(platform, allocation);
  assert.deepEqual(await search('platypus'), []);
  await allocateBundle(platform, { ...allocation, seat_ids: [glasses.seat_id] });
  assert.equal((await search('platypus'))[0]?.document_id, shared.id);
  await withdrawBundle(platform, allocation);
  assert.deepEqual(await search('platypus'), []);
});

test('words are found in the language of the account', async () => {
  await add(other, 'haus.txt', 'Die Häuser wurden gebaut.');
  assert.equal((await search('Haus', {}, other)).length, 0);
  await changeSearchLanguage(other.ctx(), 'german');
  await DOCUMENT_QUEUE.run(room);
  assert.equal((await search('Haus', {}, other)).length, 1);
});

test('400 for an invalid document, 404 for an unknown one', async () => {
  const upload = (name: string, content = Buffer.from('x')) =>
    uploadDocument(tenant.ctx(), { name, content });
  await assert.rejects(upload('virus.exe'), /name: must end in one of .pdf, .docx/);
  await assert.rejects(upload(' '), /name: must be 1 to 255 characters/);
  await assert.rejects(upload('big.txt', Buffer.alloc(25 * 1024 * 1024 + 1)), /file: must be at most 25 MB/);
  await assert.rejects(search(''), /query: must be 1 to 1000 characters/);
  await assert.rejects(reprocessDocument(tenant.ctx(), tenant.account_id), { code: 'NOT_FOUND' });
  const [full] = await listCollections(tenant.ctx());
  await assert.rejects(deleteCollection(tenant.ctx(), full?.id ?? ''), { code: 'NOT_FOUND' });
});

test('lists are newest first, by state and collection', async () => {
  const all = await listDocuments(tenant.ctx(), { limit: 2, offset: 0 });
  assert.equal(all.documents.length, 2);
  assert.ok(all.total > 8);
  const failed = await listDocuments(tenant.ctx(), { state: 'failed', limit: 10, offset: 0 });
  assert.deepEqual(
    failed.documents.map(({ name }) => name),
    ['dead.txt'],
  );
});

test('a file without a document is deleted after a day, other files stay', async () => {
  const stray = await files.put('knowledge', Buffer.from('stray'), { max_bytes: 10 });
  const kept = await add(tenant, 'kept.txt', 'The quokka');
  const now = new Date();
  await deleteUnreferencedFiles({ ...world.platform(), now });
  assert.ok(await files.open(stray.key).then((file) => file?.content.destroy()));
  await deleteUnreferencedFiles({ ...world.platform(), now: new Date(now.getTime() + 2 * DAY_MS) });
  assert.equal(await files.open(stray.key), undefined);
  await reprocessDocument(tenant.ctx(), kept.id);
  await DOCUMENT_QUEUE.run(room);
  assert.equal((await search('quokka')).length, 1);
});

test('words are counted over all batches of a large document', async () => {
  const paragraphs = Array.from({ length: 250 }, (_, at) => `kingfisher number${at} ${'x'.repeat(690)}`);
  const { id, passages } = await add(tenant, 'large.txt', paragraphs.join('\n\n'));
  assert.ok(passages > 200, `${passages}`);
  const differing = await world.db`
    select found.word, counted.passages, found.passages as expected
    from (
      select lexeme.lexeme as word, count(*)::int as passages
      from knowledge_passages as passage
      cross join lateral unnest(passage.words) as lexeme
      where passage.document_id = ${id}
      group by lexeme.lexeme
    ) as found
    full join (
      select counting.word, counting.passages
      from knowledge_words as counting
      where counting.document_id = ${id}
    ) as counted using (word)
    where counted.passages is distinct from found.passages`;
  assert.deepEqual([...differing], []);
});
