import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deleteUnreferencedFiles } from '../../src/features/knowledge/documents.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { s3Store } from '../../src/lib/files/s3.ts';
import { findFreePort } from '../../support/freePort.ts';
import { takeLoggedWarnings } from '../support/secrets.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const UPLOAD = { name: 'manual.txt', content: Buffer.from('The pump').toString('base64') };

test('503 with Retry-After while the bucket refuses connections, then 201, and one document', async () => {
  const away = s3Store(`http://key:secret@127.0.0.1:${await findFreePort()}/files`);
  after(() => away.close());
  const own = { ...world.files };
  world.files.put = (...given) => away.put(...given);
  const { status, text, headers } = await api.post('/v1/documents', UPLOAD);
  Object.assign(world.files, own);
  assert.deepEqual([status, text, headers.get('retry-after')], [503, '', '1']);
  assert.match(takeLoggedWarnings(), /"msg":"file store unavailable"/);
  assert.equal((await api.post('/v1/documents', UPLOAD)).status, 201);
  assert.equal((await api.get('/v1/documents')).body.total, 1);
});

test('200 for a deletion and a replacement while the bucket refuses connections; the files are removed later', async () => {
  const away = s3Store(`http://key:secret@127.0.0.1:${await findFreePort()}/files`);
  after(() => away.close());
  const { body: replaced } = await api.post('/v1/documents', { ...UPLOAD, name: 'other.txt' });
  const { body: deleted } = await api.post('/v1/documents', { ...UPLOAD, name: 'third.txt' });
  const own = { ...world.files };
  world.files.remove = (key) => away.remove(key);
  const content = Buffer.from('Another pump').toString('base64');
  const answers = [
    await api.put(`/v1/documents?document_id=${replaced.id}`, { content }),
    await api.delete(`/v1/documents?document_id=${deleted.id}`),
  ];
  Object.assign(world.files, own);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const kept = await Array.fromAsync(world.files.list('knowledge'));
  // The file store sets the age of a file from the real clock, not from the test clock.
  await deleteUnreferencedFiles({ ...world.platform(), now: new Date(Date.now() + 2 * DAY_MS) });
  const left = await Array.fromAsync(world.files.list('knowledge'));
  assert.equal(kept.length - left.length, 2);
});
