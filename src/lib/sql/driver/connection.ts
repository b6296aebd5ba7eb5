import { Socket } from 'node:net';
import { Client, DatabaseError, type ClientConfig } from 'pg';
import { splitHostUrls, readTargetSessionAttributes } from '../connectionUrl.ts';
import { copyIn, copyOut, type CopiedRows } from './copy.ts';
import {
  ConnectionLost,
  encodeCall,
  execute,
  preparedName,
  COLUMN_PARSERS,
  type StatementCall,
} from './execution.ts';
import { coalesceWrites, startSilenceTimer, watchSilence } from './silenceTimeout.ts';
import {
  beginText,
  settingsStatement,
  type Pooling,
  type ServerAddress,
  type SessionSettings,
} from './pooling.ts';
import type { Rows } from './statement.ts';
import type { Value } from './values.ts';

export type ConnectionOptions = {
  target: ServerAddress;
  /** Silence of the server after which the connection counts as dead. */
  deadline_ms: number;
  connect_ms: number;
  /** Settings (GUCs) of each database session. */
  session: SessionSettings;
  /** The pooling mode behind the address. */
  pooling: Pooling;
  /** Called with the text and values of every statement before it is sent. */
  observe?: (text: string, values: readonly Value[]) => void;
};

/**
 * A connection in pipeline mode: it sends statements without waiting for earlier results. All statements of one turn of
 * the event loop leave in one write.
 */
export type Connection = {
  /**
   * The process id of the server's backend. Undefined behind a transaction pooler, where each transaction may have
   * another backend.
   */
  backend_pid: number | undefined;
  /** The SQL text that begins a transaction. */
  begin: string;
  /** True behind a transaction pooler, where each transaction may run in another server session. */
  is_shared: boolean;
  run(text: string, values: readonly Value[]): Promise<Rows<object[]>>;
  /**
   * Runs one or more statements without values through the simple query protocol. Returns the rows of the last
   * statement.
   */
  runUnprepared(text: string): Promise<Rows<object[]>>;
  /** Streams the rows of a COPY TO STDOUT. The consumer may pause for any time. */
  copyOut(text: string): CopiedRows;
  copyIn(text: string, rows: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Calls `last` at the end of this turn of the event loop, directly before the write, so that its statements join that
   * write.
   */
  beforeSend(last: () => void): void;
  is_dead(): boolean;
  /** True if the connection was closed because the server did not answer within `deadline_ms`. */
  hasTimedOut(): boolean;
  onNotification(channel: string, onNotify: () => void): void;
  onEnd(then: () => void): void;
  /** Closes the connection after the pending statements. `kill` closes it immediately. */
  end(): Promise<void>;
  kill(): void;
};

/** Thrown if the server stopped answering. The server may still be running the statement. */
class ServerTimeout extends Error {
  readonly code = 'SERVER_SILENT';
}

/**
 * True if a table changed after the statement was prepared. This connection is closed; the statement must run on
 * another one.
 */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** True if the server closes the connection after this error, so that the pool must not reuse it. */
function closesConnection(error: unknown): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/**
 * Interval of TCP keep-alive probes. A connection that only listens sends nothing and would not notice a dead server.
 */
const KEEP_ALIVE_MS = 60_000;

/**
 * Connects to the first host that accepts. The host of the last successful connection is tried first, then the others
 * in the order of the URL.
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { target, connect_ms } = options;
  const hosts = typeof target === 'string' ? splitHostUrls(target) : [];
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

/** For each URL, the host that accepted the last connection. */
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
  const client = new Client(clientConfig(options, socket));
  const end = watchEnd(client);
  const is_writer = wantsWriter(options.target) ? watchMode(client) : () => true;
  const giveUp = () =>
    client.connection.stream.destroy(new Error('The database did not accept the connection in time'));
  const connect_timer = startSilenceTimer(options.connect_ms, giveUp);
  try {
    await client.connect();
    if (!is_writer()) throw new ConnectionLost('the server is a standby or read-only');
    const backend_pid =
      options.pooling.kind === 'session' ? await startSession(client, options.session) : undefined;
    return serve(client, end, { ...options, backend_pid });
  } catch (error) {
    socket.destroy();
    throw error instanceof Error && 'code' in error && error.code
      ? error
      : new ConnectionLost(messageOf(error));
  } finally {
    connect_timer.stop();
  }
}

/**
 * Settings are sent after the connection, not in the startup message, because some poolers ignore or reject them there.
 */
async function startSession(client: Client, session: SessionSettings): Promise<number | undefined> {
  const [{ rows }] = await Promise.all([
    client.query<{ pid: number }>('select pg_backend_pid() as pid'),
    client.query(settingsStatement('set', session)),
  ]);
  return rows[0]?.pid;
}

function wantsWriter(target: ServerAddress): boolean {
  return typeof target === 'string' && readTargetSessionAttributes(target) !== 'any';
}

/**
 * Server settings under which writes fail. The server reports them at the start and at every change (ParameterStatus).
 */
const READ_ONLY_SETTINGS = ['in_hot_standby', 'default_transaction_read_only'];

/**
 * Watches if the server accepts writes. The returned function tells if it does; after the first call, a switch to
 * read-only closes the connection.
 */
function watchMode(client: Client): () => boolean {
  let is_writer = true;
  let is_connected = false;
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (!READ_ONLY_SETTINGS.includes(parameterName) || parameterValue !== 'on') return;
    is_writer = false;
    if (is_connected) client.connection.stream.destroy();
  });
  return () => {
    is_connected = true;
    return is_writer;
  };
}

type ParameterStatus = { parameterName: string; parameterValue: string };

function clientConfig({ target, session }: ConnectionOptions, socket: Socket): ClientConfig {
  return {
    ...addressOf(target),
    application_name: session['application_name'],
    pipeline: true,
    types: COLUMN_PARSERS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => socket,
  };
}

function addressOf(target: ServerAddress): ClientConfig {
  if (typeof target !== 'string') {
    const { username: user, host, port, password, database } = target;
    // `ssl` is set explicitly, because PGSSLMODE in the environment must not apply to the embedded server.
    return { user, host, port, password, database, ssl: false };
  }
  // `uselibpqcompat` gives sslmode its libpq meaning: require encrypts, verify-full also verifies the server's
  // certificate.
  const url = target.replace(TLS_IF_POSSIBLE, '$1prefer');
  return { connectionString: `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true` };
}

/** Limit of `pg`: it handles the number of values as a signed 16-bit integer, and more values crash the process. */
const MOST_VALUES = 32_767;

type End = { is_over: boolean; listeners: (() => void)[] };

function watchEnd(client: Client): End {
  const end: End = { is_over: false, listeners: [] };
  const handleEnd = () => {
    if (end.is_over) return;
    end.is_over = true;
    for (const listener of end.listeners) listener();
  };
  client.on('end', handleEnd);
  // Only the end is recorded here: `pg` rejects each pending statement itself.
  client.on('error', handleEnd);
  return end;
}

type Served = ConnectionOptions & Pick<Connection, 'backend_pid'>;

function serve(client: Client, end: End, options: Served): Connection {
  const { deadline_ms, observe, pooling, session, backend_pid } = options;
  const { stream } = client.connection;
  const silence = watchSilence(stream, deadline_ms);
  const gather = coalesceWrites(stream);

  const run = (call: StatementCall): Promise<Rows<object[]>> =>
    new Promise((resolve, reject) => {
      if (call.values.length > MOST_VALUES) throw new RangeError(`more than ${MOST_VALUES} values`);
      const encoded = encodeCall(call);
      observe?.(call.text, call.values);
      gather();
      silence.asked();
      execute(client, encoded, (error, rows) => {
        silence.answered();
        if (isPlanOutdated(error) || closesConnection(error)) stream.destroy();
        if (error) reject(silence.is_over() ? new ServerTimeout(error.message) : error);
        else resolve(rows);
      });
    });

  return {
    backend_pid,
    begin: beginText(pooling, session),
    is_shared: pooling.kind === 'transaction',
    run: (text, values) => run({ text, values, name: pooling.prepares ? preparedName(text) : undefined }),
    runUnprepared: (text) => run({ text, values: [], name: undefined }),
    copyOut: (text) => copyOut(client, text),
    copyIn: (text, rows) => copyIn(client, text, rows),
    beforeSend: gather,
    hasTimedOut: () => silence.is_over(),
    is_dead: () => end.is_over || stream.destroyed,
    onNotification(channel, onNotify) {
      client.on('notification', (notice) => notice.channel === channel && onNotify());
    },
    onEnd: (then) => (end.is_over ? then() : void end.listeners.push(then)),
    end: () => client.end(),
    kill: () => void stream.destroy(),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
