import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import type { Connection } from '../../support/postgres.ts';

export type PoolerOptions = {
  /** A client keeps its server connection for the whole session, or borrows one for each transaction. */
  lends: 'for a session' | 'for a transaction';
  /** The pooler's reaction to settings in the startup message. */
  settings: 'ignored' | 'refused';
  /** The server connection that is lent next: the most recently returned one, or the one that has been idle longest. */
  next?: 'last' | 'longest';
};

const SERVERS = 3;
const KNOWN = new Set(['user', 'database', 'client_encoding', 'application_name']);

/**
 * Opens a pooler that behaves like those for PostgreSQL. In transaction mode, clients share a few server connections.
 */
export async function openPooler(connection: Connection, options: PoolerOptions) {
  const opened = new Set<Socket>();
  const servers = await openServers(connection, options, opened);
  const listening = createServer((client) => {
    opened.add(client);
    client.on('error', () => {});
    client.once('data', (greeting) => {
      const unknown = listSettings(greeting).find((name) => !KNOWN.has(name));
      if (options.settings === 'refused' && unknown !== undefined) client.end(refusalOf(unknown));
      else serveClient(client, servers);
    });
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const { username, password, database } = connection;
  return {
    target: { host: '127.0.0.1', port, username, password, database },
    url: `postgres://${username}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    close() {
      listening.close();
      for (const socket of opened) socket.destroy();
    },
  };
}

type Lent = (server: Socket) => void;
type Servers = {
  is_shared: boolean;
  lend(to: Lent): void;
  giveBack(server: Socket, is_clean?: boolean): void;
};

async function openServers(
  connection: Connection,
  { lends, next = 'last' }: PoolerOptions,
  opened: Set<Socket>,
): Promise<Servers> {
  const is_shared = lends === 'for a transaction';
  const idle: Socket[] = [];
  const waiting: Lent[] = [];
  const open = async () => {
    const server = await logIn(connection);
    opened.add(server);
    return server;
  };
  if (is_shared) idle.push(...(await Promise.all(Array.from({ length: SERVERS }, open))));
  const giveBack = (server: Socket, is_clean = true): void => {
    server.removeAllListeners('data');
    if (!is_shared || !is_clean) server.destroy();
    if (!is_shared) return;
    if (!is_clean) return void open().then((other) => giveBack(other));
    const one = waiting.shift();
    if (one) one(server);
    else idle.push(server);
  };
  return {
    is_shared,
    lend(to) {
      const server = next === 'last' ? idle.pop() : idle.shift();
      if (server) to(server);
      else if (is_shared) waiting.push(to);
      else void open().then(to);
    },
    giveBack,
  };
}

/** Forwards complete messages of a client to a server connection, which is borrowed when messages arrive. */
function serveClient(client: Socket, servers: Servers): void {
  const messages: Buffer[] = [];
  let server: Socket | 'asked for' | undefined;
  let unanswered = 0;
  let is_clean = true;
  const release = () => {
    if (server instanceof Socket) servers.giveBack(server, is_clean);
    server = undefined;
  };
  const send = () => {
    if (server instanceof Socket) {
      unanswered += messages.filter(([type = 0]) => ASKING.has(type)).length;
      is_clean = false;
      for (const message of messages.splice(0)) server.write(message);
    } else if (server === undefined && messages.length > 0) {
      server = 'asked for';
      servers.lend(use);
    }
  };
  const answer = (message: Buffer) => {
    client.write(message);
    if (message[0] !== READY) return;
    is_clean = --unanswered === 0 && message[5] === IDLE;
    if (!is_clean || !servers.is_shared) return;
    release();
    send();
  };
  const use = (lent: Socket) => {
    server = lent.on('data', splitMessages(answer));
    if (client.destroyed) release();
    else send();
  };
  const take = (message: Buffer) => {
    if (message[0] === LEAVING) return void client.end();
    messages.push(message);
    send();
  };
  client.on('data', splitMessages(take)).on('close', release).write(WELCOME);
}

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const LEAVING = 'X'.charCodeAt(0);
/** Message types that the server answers with one ReadyForQuery. */
const ASKING = new Set(['Q'.charCodeAt(0), 'S'.charCodeAt(0)]);
const WELCOME = Buffer.concat([
  messageOf('R', Buffer.alloc(4)),
  messageOf('K', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])),
  messageOf('Z', Buffer.from('I')),
]);

function messageOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function refusalOf(name: string): Buffer {
  const fields = ['SFATAL', 'C08P01', `Munsupported startup parameter: ${name}`, ''];
  return messageOf('E', Buffer.from(`${fields.join('\0')}\0`));
}

function listSettings(greeting: Buffer): string[] {
  const words = greeting.subarray(8, -2).toString().split('\0');
  return words.filter((_, at) => at % 2 === 0);
}

function splitMessages(take: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const bytes = rest.readUInt32BE(1) + 1;
      const message = rest.subarray(0, bytes);
      rest = rest.subarray(bytes);
      take(message);
    }
  };
}

/** Returns a server connection after authentication. */
async function logIn({ username: user, ...server }: Connection): Promise<Socket> {
  const socket = new Socket();
  const client = new Client({ ...server, user, ssl: false, stream: () => socket });
  client.on('error', () => {});
  await client.connect();
  return socket.removeAllListeners('data');
}
