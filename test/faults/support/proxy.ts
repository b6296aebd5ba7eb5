/*
 * A TCP proxy in front of PostgreSQL that understands enough of the protocol to recognize a COMMIT. It can lose the
 * answer to a COMMIT or cut the connection around it: the cases in which a client cannot know whether its transaction
 * was committed.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Connection } from '../../support/postgres.ts';
import { connectProxyToServer } from '../../support/connectUpstream.ts';

export type Proxy = {
  /** The connection through the proxy. */
  target: { host: string; port: number; username: string; password: string; database: string };
  url: string;
  /** From now on, nothing is forwarded and new connections wait forever. */
  swallowAll(): void;
  /** From now on, every answer of the database is delayed by this time. */
  delay(ms: number): void;
  /** From now on, new connections are refused and open ones are closed. */
  refuse(): Promise<void>;
  /**
   * The next COMMIT of a transaction whose statements contain `of` reaches the server; its answer is lost, and the
   * connection is cut.
   */
  swallowNextCommit(of?: string): void;
  /**
   * The next COMMIT of a transaction whose statements contain `of` reaches the server, and the connection is cut
   * while the server executes it.
   */
  cutDuringNextCommit(of?: string): void;
  /** Cuts the connection before the next COMMIT of a transaction whose statements contain `of` reaches the server. */
  cutBeforeNextCommit(of?: string): void;
  /** Ends all faults; fails if the awaited COMMIT never came. */
  forward(): Promise<void>;
  close(): Promise<void>;
};

type Trap = { kind: 'swallow' | 'cut during' | 'cut before'; of: string };

type State = { is_silent: boolean; delay_ms: number; trap?: Trap | undefined };

/** Opens a proxy between a service and its database that breaks connections on demand. */
export async function openProxy(connection: Connection): Promise<Proxy> {
  const lines = new Set<Socket>();
  const state: State = { is_silent: false, delay_ms: 0 };
  const server = createServer((client) => openLine(client, connection, lines, state));
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const cut = () => lines.forEach((socket) => socket.destroy());
  const { username, password, database } = connection;
  return {
    target: { host: '127.0.0.1', port, username, password, database },
    url: `postgres://${username}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    swallowAll: () => void (state.is_silent = true),
    swallowNextCommit: (of = '') => void (state.trap = { kind: 'swallow', of }),
    cutDuringNextCommit: (of = '') => void (state.trap = { kind: 'cut during', of }),
    cutBeforeNextCommit: (of = '') => void (state.trap = { kind: 'cut before', of }),
    delay: (ms) => void (state.delay_ms = ms),
    async refuse() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
    async forward() {
      if (state.is_silent) cut();
      const { trap } = state;
      Object.assign(state, { is_silent: false, trap: undefined });
      if (!server.listening) await listen(server, port);
      if (trap) throw new Error(`no COMMIT came of ${trap.of || 'anything'}`);
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
  const upstream = connectProxyToServer({ host, port });
  const both = [client, upstream];
  const cut = () => both.forEach((socket) => socket.destroy());
  let caught: Trap['kind'] | undefined;
  let met: Trap | undefined;
  const spring = (chunk: Buffer) => {
    const { trap } = state;
    if (trap && chunk.includes(trap.of)) met = trap;
    if (!trap || met !== trap || !isCommit(chunk)) return undefined;
    state.trap = undefined;
    return trap.kind;
  };
  for (const socket of both) {
    lines.add(socket);
    socket.on('error', cut);
    socket.on('close', () => (lines.delete(socket), caught === 'cut during' || cut()));
  }
  client.on('data', (chunk) => {
    if (state.is_silent) return;
    caught = spring(chunk);
    if (caught === 'cut before') return cut();
    upstream.write(chunk);
    if (caught === 'cut during') client.destroy();
  });
  upstream.on('data', (chunk) => {
    if (state.is_silent) return;
    // COMMIT may be in the same packet as the statements before it.
    if (caught) return hasCommitted(chunk) ? cut() : undefined;
    if (state.delay_ms === 0) client.write(chunk);
    else setTimeout(() => client.write(chunk), state.delay_ms);
  });
}

function hasCommitted(chunk: Buffer): boolean {
  return chunk.includes('COMMIT');
}

function isCommit(chunk: Buffer): boolean {
  return chunk.includes('commit\0');
}
