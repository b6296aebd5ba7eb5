/* Documents that are built to exhaust the service fail only for their owner. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readDocument, uploadDocument } from '../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { eventually } from '../../support/eventually.ts';
import { longestEventLoopBlock } from '../support/eventLoopBlocking.ts';
import { EXHAUSTING } from './support/exhaustingDocuments.ts';
import { openLibrary } from './support/library.ts';

/** The reader has less processor time than in the service, so that endless documents end soon. */
const reader = createDocumentReader({ cpu_ms: 2_000 });
const hasty = createDocumentReader({ cpu_ms: 500 });
after(() => hasty.close());
const { world, tenant, room } = await openLibrary(reader);
const neighbour = await world.account();
const make = (name: string) => Buffer.from(EXHAUSTING[name]?.() ?? '');

/** The expected reason for documents that always hit the same limit. */
const REASONS: Record<string, RegExp> = {
  'less-than signs.html': /^The document has more than 4 million characters of text\.$/,
  'objects.pdf': /^The PDF has more than 200000 objects\.$/,
  'link definitions.md': /^The document has more than 100000 different words\.$/,
  'different words.txt': /^The document has more than 100000 different words\.$/,
  'large.txt': /^The file has more than 16 MB, the limit for its format\.$/,
  'nested.html': /^The document is nested deeper than 1000 levels\.$/,
  'bomb.docx': /^The file is too large when it is unpacked\.$/,
  'columns.csv': /^Reading the document takes (?:too much memory|longer)/,
  'flate bomb.pdf': /^Reading the document takes (?:too much memory|longer)/,
  'flate bomb twice.pdf': /^Reading the document takes (?:too much memory|longer)/,
  'operators.pdf': /^Reading the document takes (?:too much memory|longer)/,
  'drawings.pdf': /^Reading the document takes longer than 20 seconds\.$/,
};

for (const name of Object.keys(EXHAUSTING))
  test(`read or rejected with a reason: ${name}`, async () => {
    const reading = await reader.read(tenant.account_id, name, make(name));
    const reason = reading.kind === 'refused' ? reading.reason.text : '';
    assert.match(reason, REASONS[name] ?? /^(?:[A-Z].*\.)?$/);
  });

test('the reader continues with the next documents after one that exceeds its limits', async () => {
  const reading = await reader.read(tenant.account_id, 'note.txt', Buffer.from('The pump'));
  assert.deepEqual(reading, {
    kind: 'read',
    pages: null,
    passages: [{ page: null, heading: null, text: 'The pump' }],
  });
});

test('201 for the largest documents, which then fail without blocking the event loop', async (context) => {
  const api = await tenant.api();
  const ids: string[] = [];
  for (const name of ['less-than signs.html', 'objects.pdf', 'link definitions.md']) {
    const { status, body } = await api.post('/v1/documents', {
      name,
      content: make(name).toString('base64'),
    });
    assert.equal(status, 201);
    ids.push(body.id);
  }
  const hold_ms = await longestEventLoopBlock(() => DOCUMENT_QUEUE.run(room));
  context.diagnostic(`the longest turn of the event loop took ${hold_ms.toFixed(0)} ms of the processor`);
  assert.ok(hold_ms < 250, `${hold_ms} ms`);
  for (const id of ids) assert.equal((await readDocument(tenant.ctx(), id)).state, 'failed');
  assert.equal((await api.get('/healthz')).status, 200);
});

test('ten endless documents of one account do not delay a document of another account', async (context) => {
  const content = make('drawings.pdf');
  for (let at = 0; at < 10; at++) await uploadDocument(tenant.ctx(), { name: `${at}.pdf`, content });
  const started = Promise.withResolvers<void>();
  const watched: typeof reader = {
    ...hasty,
    read(account_id, name, file) {
      started.resolve();
      return hasty.read(account_id, name, file);
    },
  };
  const all_read = DOCUMENT_QUEUE.run({ ...room, reader: watched });
  // The other document is uploaded while the backlog is already being read.
  await started.promise;
  const started_ms = performance.now();
  const { id } = await uploadDocument(neighbour.ctx(), {
    name: 'note.txt',
    content: Buffer.from('The pump'),
  });
  await eventually(
    () => readDocument(neighbour.ctx(), id),
    ({ state }) => state === 'ready',
    60_000,
  );
  const waited_ms = performance.now() - started_ms;
  const [backlog] = await world.db<[{ failed: number }]>`
    select count(*)::int as failed
    from knowledge_documents
    where account_id = ${tenant.account_id}
      and name like '_.pdf'
      and state = 'failed'`;
  context.diagnostic(`ready after ${waited_ms.toFixed(0)} ms, when ${backlog.failed} of ten had failed`);
  assert.ok(backlog.failed <= 2, `${backlog.failed} of ten had failed before`);
  assert.equal(await all_read, 11);
});
