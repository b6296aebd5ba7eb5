import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { BlockedAddress } from '../../../../src/lib/http/outgoing/outcome.ts';
import { openSocket } from '../../../../src/lib/http/outgoing/socket.ts';
import { eventually } from '../../../../support/eventually.ts';
import { openSocketServer } from '../../../support/receiver.ts';

const guard = createGuard(['127.0.0.0/8']);
const both = createGuard(['127.0.0.0/8', '::1/128']);
const ending = new AbortController().signal;
const server = await openSocketServer(() => {});
after(() => server.close());

/** Returns the port that was called, even if nothing listens there. */
async function portCalled(url: string, addresses: string[]): Promise<unknown> {
  try {
    const { socket } = await openSocket(new URL(url), addresses, guard, ending);
    socket.destroy();
    return socket.remotePort;
  } catch (error) {
    return (error as { port?: number }).port;
  }
}

test('a URL without a port uses the port of its protocol, a URL with a port uses that port', async () => {
  // Nothing listens on this loopback address, except a server that listens on all addresses.
  assert.equal(await portCalled('http://127.0.0.9/', ['127.0.0.9']), 80);
  assert.equal(await portCalled(`http://127.0.0.1:${server.port}/`, ['127.0.0.1']), server.port);
});

test('an https URL without a port uses port 443', async () => {
  const called = portCalled('https://127.0.0.9/', ['127.0.0.9']);
  assert.equal(await called, 443);
});

test('the second of two addresses is called when the first refuses', async () => {
  const { socket, address } = await openSocket(
    new URL(`http://two.example:${server.port}/`),
    ['127.0.0.9', '127.0.0.1'],
    guard,
    ending,
  );
  socket.destroy();
  assert.equal(address, '127.0.0.1');
});

test('control: a call to a single address that refuses fails', async () => {
  const url = new URL(`http://one.example:${server.port}/`);
  await assert.rejects(openSocket(url, ['127.0.0.9'], guard, ending), { code: 'ECONNREFUSED' });
});

test('addresses of both families are tried', async () => {
  const url = new URL(`http://both.example:${server.port}/`);
  const { socket, address } = await openSocket(url, ['::1', '127.0.0.1'], both, ending);
  socket.destroy();
  assert.equal(address, '127.0.0.1');
});

test('an address that the guard rejects is reported, and its connection ends', async () => {
  const closed = Promise.withResolvers<void>();
  const refusing = await openSocketServer((socket) => void socket.resume().once('close', closed.resolve));
  const url = new URL(`http://moved.example:${refusing.port}/`);
  await assert.rejects(openSocket(url, ['127.0.0.1'], createGuard([]), ending), (error) => {
    assert.ok(error instanceof BlockedAddress);
    assert.equal(error.address, '127.0.0.1');
    return true;
  });
  await closed.promise;
  await refusing.close();
});

test('a call that ends before its socket opens opens no connection', async () => {
  const url = new URL(`http://late.example:${server.port}/`);
  await assert.rejects(openSocket(url, ['127.0.0.1'], guard, AbortSignal.abort()), {
    word: 'timed_out_connecting',
  });
  const silent = await openSocketServer(() => {});
  const over = new AbortController();
  const opening = openSocket(
    new URL(`https://late.example:${silent.port}/`),
    ['127.0.0.1'],
    guard,
    over.signal,
  );
  await eventually(silent.connections, (count) => count === 1);
  over.abort();
  await assert.rejects(opening, { word: 'timed_out_connecting' });
  await silent.close();
});

test('a connection that ends during the TLS handshake is reported as lost', async () => {
  const ends = await openSocketServer((socket) => void socket.end());
  const url = new URL(`https://ends.example:${ends.port}/`);
  await assert.rejects(openSocket(url, ['127.0.0.1'], guard, ending), /./);
  await ends.close();
});
