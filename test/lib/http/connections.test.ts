import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundConnections } from '../../../src/lib/http/connections.ts';

const PER_ADDRESS = 5;
const bounded = await open((address) => address === '127.0.0.3');
const unbounded = await open(() => true);

test('one address is held to its bound, and another one gets in', async () => {
  assert.equal(await alive(await openMany(bounded, '127.0.0.1', 12)), PER_ADDRESS);
  assert.equal(await alive(await openMany(bounded, '127.0.0.2', 3)), 3);
});

test('a connection that ends gives its place back', async () => {
  const first = await openMany(bounded, '127.0.0.4', PER_ADDRESS);
  for (const socket of first) socket.destroy();
  await sleep(100);
  assert.equal(await alive(await openMany(bounded, '127.0.0.4', PER_ADDRESS)), PER_ADDRESS);
});

test('an address that many share is not bounded', async () => {
  assert.equal(await alive(await openMany(bounded, '127.0.0.3', 12)), 12);
});

test('all addresses together are held to the bound of all', async () => {
  const narrow = await open(() => true, 7);
  const sockets = [...(await openMany(narrow, '127.0.0.1', 5)), ...(await openMany(narrow, '127.0.0.2', 4))];
  assert.equal(await alive(sockets), 7);
});

test('a connection that was refused takes no place from those that are open', async () => {
  const first = await openMany(bounded, '127.0.0.5', PER_ADDRESS + 3);
  assert.equal(await alive(first), PER_ADDRESS);
  for (const socket of first) socket.destroy();
  await sleep(100);
  assert.equal(await alive(await openMany(bounded, '127.0.0.5', PER_ADDRESS + 1)), PER_ADDRESS);
});

test('without the bound one address takes what it likes, which would be seen', async () => {
  assert.equal(await alive(await openMany(unbounded, '127.0.0.1', 12)), 12);
});

async function open(isExempt: (address: string) => boolean, max_connections = 100): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  boundConnections(server, { max_connections, max_connections_per_address: PER_ADDRESS }, isExempt);
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function openMany(port: number, localAddress: string, count: number): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
      after(() => socket.destroy());
      await once(socket, 'connect');
      return socket.resume();
    }),
  );
}

async function alive(sockets: Socket[]): Promise<number> {
  await sleep(200);
  return sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;
}
