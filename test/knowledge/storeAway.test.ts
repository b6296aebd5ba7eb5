import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { s3Store } from '../../src/lib/files/s3.ts';
import { findFreePort } from '../../support/freePort.ts';
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
  assert.equal((await api.post('/v1/documents', UPLOAD)).status, 201);
  assert.equal((await api.get('/v1/documents')).body.total, 1);
});
