/* A download stops its producer when the client disconnects. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { csvDownload, sendDownload } from '../../src/doors/download.ts';

let ended = Promise.withResolvers<void>();
let has_ended = false;

async function* produce(): AsyncGenerator<string> {
  try {
    for (;;) yield 'a,b,c\r\n'.repeat(1_000);
  } finally {
    has_ended = true;
    ended.resolve();
  }
}

const server = fastify();
server.get('/file', (_request, reply) => sendDownload(reply, csvDownload('a "b"/../c.csv', produce())));
await server.listen({ port: 0, host: '127.0.0.1' });
after(() => server.close());
const { port } = server.server.address() as AddressInfo;

async function open(): Promise<IncomingMessage> {
  ended = Promise.withResolvers();
  has_ended = false;
  const request = get({ port, host: '127.0.0.1', path: '/file' });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  await once(response, 'readable');
  return response;
}

test('the producer ends when its reader disconnects, and not before', async () => {
  const response = await open();
  assert.equal(response.headers['content-disposition'], 'attachment; filename="a-b-..-c.csv"');
  for (let read = 0; read < 20; read++) {
    response.read();
    await once(response, 'readable');
  }
  assert.equal(has_ended, false, 'control: it goes on while somebody reads');
  response.destroy();
  await ended.promise;
});

test('the producer ends if the reader stopped reading before it disconnected', async () => {
  const response = await open();
  response.pause();
  await new Promise(setImmediate);
  assert.equal(has_ended, false);
  response.destroy();
  await ended.promise;
});
