import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Connection } from '../../support/postgres.ts';
import { connectUpstream } from '../../support/upstream.ts';

export type Proxy = {
  /** The database as it is reached through the proxy. */
  target: { host: string; port: number; username: string; password: string; database: string };
  url: string;
  /** From now on nothing passes, and new connections wait forever. */
  swallowAll(): void;
  /** From now on every answer of the database comes so much later. */
  delay(ms: number): void;
  /** From now on connections are refused, and open ones are cut. */
  refuse(): Promise<void>;
  /** The next COMMIT reaches the server, its answer is lost, and then the line is cut. */
  swallowNextCommit(): void;
  /** The next COMMIT reaches the server, and the line is cut while the server is still at it. */
  cutDuringNextCommit(): void;
  /** Cuts the line before the next COMMIT reaches the server. */
  cutBeforeNextCommit(): void;
  forward(): Promise<void>;
  close(): Promise<void>;
};

type Mode = 'forward' | 'swallow all' | 'swallow commit' | 'cut during commit' | 'cut before commit';

type State = { mode: Mode; delay_ms: number };

/** A proxy between a service and its database that breaks connections on demand. */
export async function openProxy(connection: Connection): Promise<Proxy> {
  const lines = new Set<Socket>();
  const state: State = { mode: 'forward', delay_ms: 0 };
  const server = createServer((client) => openLine(client, connection, lines, state));
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const cut = () => lines.forEach((socket) => socket.destroy());
  const { username, password, database } = connection;
  return {
    target: { host: '127.0.0.1', port, username, password, database },
    url: `postgres://${username}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    swallowAll: () => void (state.mode = 'swallow all'),
    swallowNextCommit: () => void (state.mode = 'swallow commit'),
    cutDuringNextCommit: () => void (state.mode = 'cut during commit'),
    cutBeforeNextCommit: () => void (state.mode = 'cut before commit'),
    delay: (ms) => void (state.delay_ms = ms),
    async refuse() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
    async forward() {
      if (state.mode === 'swallow all') cut();
      state.mode = 'forward';
      if (!server.listening) await listen(server, port);
    },
    async close() {
      server.close();
      cut();
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function openLine(client: Socket, { host, port }: Connection, lines: Set<Socket>, state: State): void {
  const upstream = connectUpstream({ host, port });
  const both = [client, upstream];
  const cut = () => both.forEach((socket) => socket.destroy());
  let is_committing = false;
  let is_left = false;
  for (const socket of both) {
    lines.add(socket);
    socket.on('error', cut);
    socket.on('close', () => (lines.delete(socket), is_left || cut()));
  }
  client.on('data', (chunk) => {
    if (state.mode === 'swallow all') return;
    const mode = state.mode;
    if (isCommit(chunk) && mode !== 'forward') state.mode = 'forward';
    if (isCommit(chunk) && mode === 'cut before commit') return cut();
    is_left = isCommit(chunk) && mode === 'cut during commit';
    is_committing = isCommit(chunk) && mode === 'swallow commit';
    upstream.write(chunk);
    if (is_left) client.destroy();
  });
  upstream.on('data', (chunk) => {
    if (state.mode === 'swallow all') return;
    // COMMIT may have left together with the statements before it.
    if (is_committing || is_left) return hasCommitted(chunk) ? cut() : undefined;
    if (state.delay_ms === 0) client.write(chunk);
    else setTimeout(() => client.write(chunk), state.delay_ms);
  });
}

function hasCommitted(chunk: Buffer): boolean {
  return chunk.includes('COMMIT');
}

function isCommit(chunk: Buffer): boolean {
  return chunk.includes('commit');
}
