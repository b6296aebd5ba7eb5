import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { limitConnections } from '../../../src/lib/http/connections.ts';
import { eventually } from '../../../support/eventually.ts';
import { makeHttpServer } from '../../support/httpServer.ts';

const PER_ADDRESS = 5;
const { port: bounded, isLeft } = await open((address) => address === '127.0.0.3');
const { port: unbounded } = await open(() => true);

test('connections of one address are limited, another address can connect', async () => {
  assert.equal(await alive(await openMany(bounded, '127.0.0.1', 12)), PER_ADDRESS);
  assert.equal(await alive(await openMany(bounded, '127.0.0.2', 3)), 3);
});

test('a connection that ends is no longer counted', async () => {
  const first = await openMany(bounded, '127.0.0.4', PER_ADDRESS);
  for (const socket of first) socket.destroy();
  await isLeft();
  assert.equal(await alive(await openMany(bounded, '127.0.0.4', PER_ADDRESS)), PER_ADDRESS);
});

test('a shared address is not limited', async () => {
  assert.equal(await alive(await openMany(bounded, '127.0.0.3', 12)), 12);
});

test('connections of all addresses together are limited', async () => {
  const { port: narrow } = await open(() => true, 7);
  const sockets = [...(await openMany(narrow, '127.0.0.1', 5)), ...(await openMany(narrow, '127.0.0.2', 4))];
  assert.equal(await alive(sockets), 7);
});

test('a rejected connection is not counted', async () => {
  const first = await openMany(bounded, '127.0.0.5', PER_ADDRESS + 3);
  assert.equal(await alive(first), PER_ADDRESS);
  for (const socket of first) socket.destroy();
  await isLeft();
  assert.equal(await alive(await openMany(bounded, '127.0.0.5', PER_ADDRESS + 1)), PER_ADDRESS);
});

test('control: without the limit one address opens any number of connections', async () => {
  assert.equal(await alive(await openMany(unbounded, '127.0.0.1', 12)), 12);
});

test('1,024 requests run at a time, and one more gets 503', async () => {
  assert.deepEqual(await askAtOnce(await makeHttpServer(), 1_025), { answered: 1_024, refused: 1 });
});

test('control: a limit that is off by one is detected', async () => {
  const lower = await makeHttpServer({ limits: { max_in_flight: 1_023 } });
  assert.deepEqual(await askAtOnce(lower, 1_025), { answered: 1_023, refused: 2 });
  const higher = await makeHttpServer({ limits: { max_in_flight: 1_025 } });
  assert.deepEqual(await askAtOnce(higher, 1_025), { answered: 1_025, refused: 0 });
});

async function open(isExempt: (address: string) => boolean, max_connections = 100) {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  limitConnections(server, { max_connections, max_connections_per_address: PER_ADDRESS }, isExempt);
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const countOpen = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  const isLeft = () => eventually(countOpen, (count) => count === 0);
  return { port: (server.address() as AddressInfo).port, isLeft };
}

function openMany(port: number, localAddress: string, count: number): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
      after(() => socket.destroy());
      await once(socket, 'connect');
      return socket;
    }),
  );
}

/** Returns the number of sockets that get an answer; the server closes the others. */
async function alive(sockets: Socket[]): Promise<number> {
  const isAnswered = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false));
      if (socket.destroyed) resolve(false);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    });
  const answered = await Promise.all(sockets.map(isAnswered));
  return answered.filter((is_answered) => is_answered).length;
}

/** Sends requests that are all held until each of them is either held or rejected. */
async function askAtOnce(
  server: FastifyInstance,
  count: number,
): Promise<{ answered: number; refused: number }> {
  const { promise: all_arrived, resolve: release } = Promise.withResolvers<void>();
  let missing = count;
  const arrive = () => void (--missing === 0 && release());
  server.get('/held', async () => {
    arrive();
    await all_arrived;
    return {};
  });
  const ask = async () => {
    const { statusCode } = await server.inject({ url: '/held', Request: IncomingMessage });
    if (statusCode === 503) arrive();
    return statusCode;
  };
  const statuses = await Promise.all(Array.from({ length: count }, ask));
  const countOf = (status: number) => statuses.filter((one) => one === status).length;
  return { answered: countOf(200), refused: countOf(503) };
}
