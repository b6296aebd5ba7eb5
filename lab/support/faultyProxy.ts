import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The behaviour for new connections. A change of the mode closes the open ones. */
export type FaultyProxyMode = 'whole' | 'refused' | 'silent' | 'cut in the answer';

export type FaultyProxy = {
  port: number;
  turn(mode: FaultyProxyMode): void;
  /** Returns the number of broken connections so far. */
  broken(): number;
  close(): void;
};

/** Opens a proxy to a local server that breaks connections on demand. */
export async function openFaultyProxy(port: number): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  let mode: FaultyProxyMode = 'whole';
  let broken = 0;
  const server = createServer((client) => {
    hold(client, sockets);
    if (mode !== 'whole') broken++;
    if (mode === 'refused') return void client.destroy();
    if (mode === 'silent') return void client.resume();
    const target = hold(connect(port, '127.0.0.1'), sockets);
    for (const [one, other] of [[client, target] as const, [target, client] as const])
      one.once('close', () => other.destroy());
    client.pipe(target);
    if (mode === 'cut in the answer') target.once('data', () => client.destroy());
    else target.pipe(client);
  });
  const cut = () => sockets.forEach((socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    turn(next) {
      mode = next;
      cut();
    },
    broken: () => broken,
    close() {
      server.close();
      cut();
    },
  };
}

function hold(socket: Socket, sockets: Set<Socket>): Socket {
  sockets.add(socket);
  return socket.on('error', () => {}).once('close', () => sockets.delete(socket));
}
