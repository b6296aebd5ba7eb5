import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { boundConnections } from '../../../src/lib/http/connections.ts';
import { eventually } from '../../../support/eventually.ts';
import { makeKernel } from '../../support/kernel.ts';

const PER_ADDRESS = 5;
const { port: bounded, isLeft } = await open((address) => address === '127.0.0.3');
const { port: unbounded } = await open(() => true);

test('one address is held to its bound, and another one gets in', async () => {
  assert.equal(await alive(await openMany(bounded, '127.0.0.1', 12)), PER_ADDRESS);
  assert.equal(await alive(await openMany(bounded, '127.0.0.2', 3)), 3);
});

test('a connection that ends gives its place back', async () => {
  const first = await openMany(bounded, '127.0.0.4', PER_ADDRESS);
  for (const socket of first) socket.destroy();
  await isLeft();
  assert.equal(await alive(await openMany(bounded, '127.0.0.4', PER_ADDRESS)), PER_ADDRESS);
});

test('an address that many share is not bounded', async () => {
  assert.equal(await alive(await openMany(bounded, '127.0.0.3', 12)), 12);
});

test('all addresses together are held to the bound of all', async () => {
  const { port: narrow } = await open(() => true, 7);
  const sockets = [...(await openMany(narrow, '127.0.0.1', 5)), ...(await openMany(narrow, '127.0.0.2', 4))];
  assert.equal(await alive(sockets), 7);
});

test('a connection that was refused takes no place from those that are open', async () => {
  const first = await openMany(bounded, '127.0.0.5', PER_ADDRESS + 3);
  assert.equal(await alive(first), PER_ADDRESS);
  for (const socket of first) socket.destroy();
  await isLeft();
  assert.equal(await alive(await openMany(bounded, '127.0.0.5', PER_ADDRESS + 1)), PER_ADDRESS);
});

test('without the bound one address takes what it likes, which would be seen', async () => {
  assert.equal(await alive(await openMany(unbounded, '127.0.0.1', 12)), 12);
});

test('1,024 requests are at work at once, and 503 answers one more', async () => {
  assert.deepEqual(await askAtOnce(await makeKernel(), 1_025), { answered: 1_024, refused: 1 });
});

test('a bound that is one lower or higher would be seen', async () => {
  const lower = await makeKernel({ limits: { max_in_flight: 1_023 } });
  assert.deepEqual(await askAtOnce(lower, 1_025), { answered: 1_023, refused: 2 });
  const higher = await makeKernel({ limits: { max_in_flight: 1_025 } });
  assert.deepEqual(await askAtOnce(higher, 1_025), { answered: 1_025, refused: 0 });
});

async function open(isExempt: (address: string) => boolean, max_connections = 100) {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  boundConnections(server, { max_connections, max_connections_per_address: PER_ADDRESS }, isExempt);
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

/** How many of them get an answer; the others are closed. */
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

/** Each is held until all of them are held or refused. */
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
