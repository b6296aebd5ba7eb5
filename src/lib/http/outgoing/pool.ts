// The whole package costs each start 0.06 s of processor and 4 MB for what nothing here needs.
import Client from 'undici/lib/dispatcher/client.js';
import { Limiter } from '../../concurrency/limiter.ts';
import type { OpenSocket } from './socket.ts';

/** One kept connection: it carries one request at a time. */
export type HttpConnection = {
  client: Client;
  address: string;
  born_ms: number;
  dead: boolean;
  /** How long it may be idle before the next request; 0 when it may not be reused. */
  reusable_ms: number;
  idle_since_ms: number;
  /** Removes it from the idle ones. */
  unpark?: (() => void) | undefined;
};

type Lane = { account_id: string; idle: HttpConnection[] };

export type PoolOptions = {
  max_per_lane: number;
  max_idle: number;
  /** The most idle connections of one account. */
  max_idle_per_account: number;
  max_age_ms: number;
};

/** The account and origin of connections, which accounts do not share. */
type Route = { account_id: string; origin: string };

export type Pool = {
  /** An idle connection, or the right to open one, as soon as the lane has a place; undefined when ended. */
  acquire(route: Route, ending: AbortSignal): Promise<ConnectionLease | undefined>;
  close(): Promise<void>;
};

export type ConnectionLease = {
  /** The kept connection, where there was one. */
  kept: HttpConnection | undefined;
  /** Gives the place back, with the connection if the next one may use it. */
  release(connection?: HttpConnection): void;
};

/** Servers close idle connections after 5 s (Node) or later; a request on its way then would be a failed attempt. */
const MAX_REUSABLE_MS = 2_000;
/** A connection is given up this long before the server says that it closes it. */
const SERVER_MARGIN_MS = 1_000;
const MAX_HEADERS_BYTES = 32 * 1024;

/**
 * Keeps connections by account and origin and lends the newest first. It saves a handshake for each call, at the risk
 * that a server closes a connection while a request is on its way; such a request is not repeated. A connection is
 * therefore reused only for a short time, below the server's `Keep-Alive: timeout`. It is also replaced above an age,
 * so that a name that moved is followed soon.
 */
export function createPool(options: PoolOptions): Pool {
  const lanes = new Map<string, Lane>();
  const in_use = new Limiter({ most_per_key: () => options.max_per_lane });
  const idle_connections = createIdle(options);

  const laneOf = (name: string, account_id: string) => {
    const lane = lanes.get(name) ?? { account_id, idle: [] };
    lanes.set(name, lane);
    return lane;
  };
  const forgetIfEmpty = (name: string) => {
    if (lanes.get(name)?.idle.length === 0) lanes.delete(name);
  };

  return {
    async acquire({ account_id, origin }, ending) {
      const name = `${account_id} ${origin}`;
      const place = await in_use.take(name, ending);
      if (!place) return undefined;
      const kept = idle_connections.take(lanes.get(name));
      let given_back = false;
      return {
        kept,
        release(connection) {
          if (given_back) return;
          given_back = true;
          if (connection)
            idle_connections.park(laneOf(name, account_id), connection, () => forgetIfEmpty(name));
          forgetIfEmpty(name);
          place[Symbol.dispose]();
        },
      };
    },
    close: () => idle_connections.close(),
  };
}

/** The idle connections of all lanes; above a limit the oldest is closed. */
function createIdle(options: PoolOptions) {
  const idle = new Set<HttpConnection>();
  const by_account = new Map<string, Set<HttpConnection>>();

  const leave = (account_id: string, own: Set<HttpConnection>, connection: HttpConnection) => {
    idle.delete(connection);
    own.delete(connection);
    if (own.size === 0) by_account.delete(account_id);
  };

  return {
    park(lane: Lane, connection: HttpConnection, taken: () => void): void {
      if (isSpent(connection, options)) return discard(connection);
      const own = by_account.get(lane.account_id) ?? new Set();
      by_account.set(lane.account_id, own.add(connection));
      connection.idle_since_ms = performance.now();
      idle.add(connection);
      lane.idle.push(connection);
      connection.unpark = () => {
        connection.unpark = undefined;
        lane.idle.splice(lane.idle.indexOf(connection), 1);
        leave(lane.account_id, own, connection);
        taken();
      };
      discardOldest(own, options.max_idle_per_account);
      discardOldest(idle, options.max_idle);
    },
    take(lane: Lane | undefined): HttpConnection | undefined {
      for (let found = lane?.idle.at(-1); found; found = lane?.idle.at(-1)) {
        found.unpark?.();
        if (!isSpent(found, options) && !wasIdleTooLong(found)) return found;
        discard(found);
      }
      return undefined;
    },
    async close(): Promise<void> {
      await Promise.all([...idle].map(({ client }) => client.destroy()));
    },
  };
}

function discardOldest(connections: Set<HttpConnection>, most: number): void {
  const [oldest] = connections;
  if (connections.size > most && oldest) discard(oldest);
}

/** True if the connection is closed, too old, or must not be reused. */
function isSpent({ dead, born_ms, reusable_ms }: HttpConnection, { max_age_ms }: PoolOptions): boolean {
  return dead || reusable_ms <= 0 || performance.now() - born_ms > max_age_ms;
}

function wasIdleTooLong({ idle_since_ms, reusable_ms }: HttpConnection): boolean {
  return performance.now() - idle_since_ms >= reusable_ms;
}

/** How long a connection may be idle and be reused, after an answer with this `Keep-Alive` header. */
export function reusableMs(keep_alive: string | string[] | undefined): number {
  const [, seconds] = /(?:^|[\s,;])timeout\s*=\s*"?(\d+)/i.exec(String(keep_alive ?? '')) ?? [];
  if (seconds === undefined) return MAX_REUSABLE_MS;
  return Math.max(0, Math.min(MAX_REUSABLE_MS, Number(seconds) * 1_000 - SERVER_MARGIN_MS));
}

/** A client over a socket that is open already; it never opens another one. */
export function connectionOver(origin: string, { socket, address }: OpenSocket): HttpConnection {
  let given = false;
  const client = new Client(origin, {
    pipelining: 1,
    keepAliveTimeout: MAX_REUSABLE_MS,
    keepAliveMaxTimeout: MAX_REUSABLE_MS,
    keepAliveTimeoutThreshold: SERVER_MARGIN_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADERS_BYTES,
    connect: (_options, done) => {
      if (given) return done(new Error('the connection is spent'), null);
      given = true;
      // The client cannot take an answer before `request` returns.
      process.nextTick(done, null, socket);
    },
  });
  const now_ms = performance.now();
  const connection: HttpConnection = {
    client,
    address,
    born_ms: now_ms,
    dead: false,
    reusable_ms: MAX_REUSABLE_MS,
    idle_since_ms: now_ms,
  };
  client.on('disconnect', () => discard(connection));
  return connection;
}

export function discard(connection: HttpConnection): void {
  connection.dead = true;
  connection.unpark?.();
  void connection.client.destroy().catch(() => {});
}
