import { Socket } from 'node:net';
import { Client, DatabaseError, type ClientConfig, type Submittable } from 'pg';
import { listHosts, readAttributes } from '../connectionUrl.ts';
import { copyIn, copyOut, type CopiedRows } from './copy.ts';
import {
  ConnectionLost,
  StatementExecution,
  preparedName,
  UNNAMED,
  type Call,
  type Descriptions,
  type Wire,
} from './execution.ts';
import { coalesceWrites, startSilenceTimer, watchSilence } from './silenceTimeout.ts';
import { beginText, sessionSettings, setText, type Pooling, type ServerAddress } from './pooling.ts';
import type { Rows } from './statement.ts';
import type { Value } from './values.ts';

export type ConnectionOptions = {
  target: ServerAddress;
  /** How long the server may be silent before the connection counts as dead. */
  deadline_ms: number;
  connect_ms: number;
  /** Settings of the server's session. */
  session: Record<string, string>;
  /** The kind of pooler behind the address. */
  pooling: Pooling;
  /** Called with every statement. */
  observe?: (text: string, values: readonly Value[]) => void;
};

/** A connection that sends statements at once, batched with others of the same turn. */
export type Connection = {
  /** The process of the server that the greeting named. */
  greeted_by: number;
  /** How a transaction begins. */
  begin: string;
  /** True if each transaction may run in another session of the server. */
  is_shared: boolean;
  ask(text: string, values: readonly Value[]): Promise<Rows<object[]>>;
  /** Several statements without values; returns the rows of the last. */
  askPlainly(text: string): Promise<Rows<object[]>>;
  /** The rows of a COPY; they may pause for as long as the other side needs. */
  copyOut(text: string): CopiedRows;
  copyIn(text: string, rows: AsyncIterable<Uint8Array>): Promise<number>;
  /** Calls back when all statements of this turn are known, so that one more leaves in the same write. */
  beforeSend(last: () => void): void;
  /** True after the connection has ended, for any reason. */
  is_dead(): boolean;
  /** True if the connection was ended because the server did not answer. */
  fell_silent(): boolean;
  hear(channel: string, told: () => void): void;
  onEnd(then: () => void): void;
  /** Ends it after what was asked, or at once. */
  end(): Promise<void>;
  kill(): void;
};

/** The server stopped answering; it may still be running a statement. */
class ServerSilent extends Error {
  readonly code = 'SERVER_SILENT';
}

/** A statement's table was changed since it was prepared; another connection prepares it anew. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** After such an error the server closes the connection; no other caller may be given it. */
function isLast(error: unknown): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/** Keeps a listening connection checked, which would not notice a dead server. */
const KEEP_ALIVE_MS = 60_000;

/** Tries the hosts in order, starting with the one that accepted the last connection, and takes the first that accepts. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { target, connect_ms } = options;
  const hosts = typeof target === 'string' ? listHosts(target) : [];
  if (typeof target !== 'string' || hosts.length < 2) return openOn(options);
  const last = lastUsed.get(target);
  const faults: unknown[] = [];
  for (const host of last === undefined ? hosts : [last, ...hosts.filter((one) => one !== last)]) {
    try {
      const connection = await openOn({ ...options, target: host, connect_ms: connect_ms / hosts.length });
      lastUsed.set(target, host);
      return connection;
    } catch (error) {
      faults.push(error);
    }
  }
  throw new ConnectionLost(faults.map((error) => messageOf(error)).join('; '));
}

/** By URL, the host that took the last connection. */
const lastUsed = new Map<string, string>();

async function openOn(options: ConnectionOptions): Promise<Connection> {
  const { target } = options;
  try {
    return await openOnce(options);
  } catch (error) {
    const plain = typeof target === 'string' ? target.replace(TLS_IF_POSSIBLE, '$1disable') : target;
    if (plain === target || messageOf(error) !== WITHOUT_TLS) throw error;
    return openOnce({ ...options, target: plain });
  }
}

const TLS_IF_POSSIBLE = /([?&]sslmode=)(?:prefer|allow)\b/;
const WITHOUT_TLS = 'The server does not support SSL connections';

async function openOnce(options: ConnectionOptions): Promise<Connection> {
  const socket = new Socket();
  const client = new SessionClient(options, socket);
  const end = watchEnd(client);
  const is_writer = wantsWriter(options.target) ? watchMode(client) : () => true;
  const giveUp = () => wireOf(client).stream.destroy(new Error('The database took no connection in time'));
  const patience = startSilenceTimer(options.connect_ms, giveUp);
  try {
    await client.connect();
    if (!is_writer()) throw new ConnectionLost('the server is a standby, or only reads');
  } catch (error) {
    socket.destroy();
    throw error instanceof Error && 'code' in error && error.code
      ? error
      : new ConnectionLost(messageOf(error));
  } finally {
    patience.stop();
  }
  const connection = serve(client, end, options);
  if (options.pooling.kind === 'session') await setSession(connection, options);
  return connection;
}

async function setSession(connection: Connection, { session }: ConnectionOptions): Promise<void> {
  try {
    await connection.askPlainly(setText('set', session));
  } catch (error) {
    connection.kill();
    throw error;
  }
}

function wantsWriter(target: ServerAddress): boolean {
  return typeof target === 'string' && readAttributes(target) !== 'any';
}

/** Servers tell with their greeting, and whenever it changes, what makes them refuse to write. */
const READ_ONLY_SETTINGS = ['in_hot_standby', 'default_transaction_read_only'];

/** Tells whether the server writes; the connection ends when it no longer does. */
function watchMode(client: Client): () => boolean {
  const wire = wireOf(client);
  let is_writer = true;
  let is_greeted = false;
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (!READ_ONLY_SETTINGS.includes(parameterName) || parameterValue !== 'on') return;
    is_writer = false;
    if (is_greeted) wire.stream.destroy();
  });
  return () => {
    is_greeted = true;
    return is_writer;
  };
}

type ParameterStatus = { parameterName: string; parameterValue: string };

/** Sends the settings with the startup message, so that they always apply. */
class SessionClient extends Client {
  readonly #session: Record<string, string>;

  constructor({ target, session, pooling }: ConnectionOptions, socket: Socket) {
    super({
      ...addressOf(target),
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: () => socket,
    });
    this.#session = sessionSettings(pooling, session);
  }

  getStartupConf(): Record<string, string> {
    const inherited: unknown = Reflect.get(Client.prototype, 'getStartupConf');
    const greeting = (inherited as () => Record<string, string>).call(this);
    return { ...greeting, client_encoding: 'UTF8', ...this.#session };
  }
}

function addressOf(target: ServerAddress): ClientConfig {
  if (typeof target !== 'string') {
    const { username: user, host, port, password, database } = target;
    // PGSSLMODE does not apply to the embedded server.
    return { user, host, port, password, database, ssl: false };
  }
  // libpq's meaning: sslmode=require encrypts, verify-full also checks the server's certificate.
  const url = target.replace(TLS_IF_POSSIBLE, '$1prefer');
  return { connectionString: `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true` };
}

/** The driver reads their number as a signed 16-bit integer, and more of them end the process. */
const MOST_VALUES = 32_767;

type End = { has_come: boolean; listeners: (() => void)[] };

function watchEnd(client: Client): End {
  const end: End = { has_come: false, listeners: [] };
  const come = () => {
    if (end.has_come) return;
    end.has_come = true;
    for (const listener of end.listeners) listener();
  };
  client.on('end', come);
  // Each pending statement is rejected on its own.
  client.on('error', come);
  return end;
}

function wireOf(client: Client): Wire {
  return client.connection as Wire;
}

function serve(client: Client, end: End, options: ConnectionOptions): Connection {
  const { deadline_ms, observe, pooling, session } = options;
  const wire = wireOf(client);
  const descriptions: Descriptions = new Map();
  const silence = watchSilence(wire.stream, deadline_ms);
  const gather = coalesceWrites(wire.stream);

  const send = (copy: Submittable) => void client.query(copy);
  const run = (call: Call): Promise<Rows<object[]>> =>
    new Promise((resolve, reject) => {
      if (call.values.length > MOST_VALUES) throw new RangeError(`more than ${MOST_VALUES} values`);
      observe?.(call.text, call.values);
      const execution = new StatementExecution(call, descriptions, (error, rows) => {
        silence.answered();
        if (isPlanOutdated(error) || isLast(error)) wire.stream.destroy();
        if (error) reject(silence.is_over() ? new ServerSilent(error.message) : error);
        else resolve(rows);
      });
      gather();
      silence.asked();
      client.query(execution);
    });

  return {
    greeted_by: Number(Reflect.get(client, 'processID')),
    begin: beginText(pooling, session),
    is_shared: pooling.kind === 'transaction',
    ask: (text, values) => run({ text, values, name: pooling.prepares ? preparedName(text) : UNNAMED }),
    askPlainly: (text) => run({ text, values: [], name: undefined }),
    copyOut: (text) => copyOut(wire, send, text),
    copyIn: (text, rows) => copyIn(wire, send, text, rows),
    beforeSend: gather,
    fell_silent: () => silence.is_over(),
    is_dead: () => end.has_come || wire.stream.destroyed,
    hear(channel, told) {
      client.on('notification', (notice) => notice.channel === channel && told());
    },
    onEnd: (then) => (end.has_come ? then() : void end.listeners.push(then)),
    end: () => client.end(),
    kill: () => void wire.stream.destroy(),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
