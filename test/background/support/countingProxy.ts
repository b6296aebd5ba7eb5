import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Connection } from '../../support/postgres.ts';
import { connectProxyToServer } from '../../support/connectUpstream.ts';

/** A message begins with its type (one byte) and its length (four bytes). */
const HEAD_BYTES = 5;
const READY_FOR_QUERY = 0x5a;
const OUTSIDE_OF_TRANSACTIONS = 0x49;

/**
 * Opens a proxy that counts the transactions that end on its connections; the server's own background work is not
 * counted.
 */
export async function openCountingProxy(connection: Connection) {
  const opened = new Set<Socket>();
  let ended = 0;
  const listening = createServer((client) => {
    const server = connectProxyToServer(connection);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      opened.add(socket);
      socket.on('error', () => {}).on('close', () => other.destroy());
    }
    server.on(
      'data',
      countEnded(() => (ended += 1)),
    );
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    connection: { ...connection, host: '127.0.0.1', port },
    count: () => ended,
    close() {
      listening.close();
      for (const socket of opened) socket.destroy();
    },
  };
}

function countEnded(add: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD_BYTES && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      if (rest[0] === READY_FOR_QUERY && rest[HEAD_BYTES] === OUTSIDE_OF_TRANSACTIONS) add();
      rest = rest.subarray(end);
    }
  };
}
