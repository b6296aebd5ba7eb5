/*
 * A file store that accepts connections and never answers: uploads fail with a transient error within a limited
 * time.
 */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { s3Store } from '../../src/lib/files/s3.ts';
import { drawLongPng, drawPng } from '../support/pictures.ts';
import { openSocketServer } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

/** A limit below the 20 s timeout of a request that stores a picture. */
const WITHIN_MS = 18_000;

async function arrange(onConnection: (socket: Socket) => void) {
  const server = await openSocketServer(onConnection);
  const files = s3Store(`http://key:secret@127.0.0.1:${server.port}/files`);
  const world = await openWorld({ files, deadline_factor: 1 });
  after(async () => {
    await server.close();
    await files.close();
  });
  const api = await (await world.account()).api();
  const template = (picture: Buffer) => ({ template_image_base64: picture.toString('base64') });
  return {
    server,
    uploadPicture: (picture: Buffer) => api.post('/v1/api-tenant-forms', { name: 'F', ...template(picture) }),
    uploadDocument: (content: string) =>
      api.post('/v1/documents', {
        name: 'a.txt',
        collection: 'C',
        content: Buffer.from(content).toString('base64'),
      }),
  };
}

const silences = [
  ['reads the whole upload', await arrange((socket) => void socket.resume())],
  ['reads none of it', await arrange((socket) => void socket.pause())],
] as const;

for (const [what, { server, uploadPicture, uploadDocument }] of silences)
  test(`503 in time for uploads to a bucket that ${what} and stays silent`, async () => {
    const started_ms = performance.now();
    const answers = await Promise.all([
      uploadPicture(drawPng()),
      uploadPicture(drawLongPng(4 * 1024 * 1024)),
      uploadDocument('A short document'),
    ]);
    const took_ms = performance.now() - started_ms;
    for (const { status, headers, text } of answers) {
      assert.equal(status, 503, text);
      assert.ok(Number(headers.get('Retry-After')) > 0);
    }
    assert.ok(took_ms < WITHIN_MS, `${took_ms} ms`);
    assert.equal(server.connections(), answers.length, 'a silent bucket is not asked again');
  });
