import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type Connection, type ConnectionOptions } from './connection.ts';
import { ConnectionLost } from './execution.ts';

export type PoolOptions = ConnectionOptions & {
  max: number;
  /** The timeout of waiting for a free connection; no timeout if absent. */
  wait_ms?: number;
  /** The number of connections that are reserved for reads; 0 if absent. */
  for_reads?: number;
};

/** The purpose of a connection. A `long read` has no time limit here; its caller sets one. */
export type Purpose = 'read' | 'long read' | 'write';

type Waiting = {
  purpose: Purpose;
  resolve: (connection: Connection) => void;
  reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
};

const NONE_FREE = 'No connection to the database was free in time';
const CHECK_EVERY_MS = 500;
/** Finds a backend that waits for a synchronous standby to confirm its COMMIT. */
const COMMITTING = `select from pg_stat_activity where wait_event = 'SyncRep' and pid = `;

export class NoConnectionFree extends Error {
  readonly code = 'CONNECTION_WAIT';
}

/**
 * Connection pool that reuses the most recently released connection. `Limiter` does not fit here: reads and writes have
 * separate limits, and a connection whose COMMIT is unconfirmed still counts as writing.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();
  /** Connections in use for writes, and callers for whom a connection for writes is being opened. */
  readonly #writing = new Set<Connection | Waiting>();
  /** Callers for whom a connection is being opened. A connection that another caller releases may serve them first. */
  readonly #opening = new Set<Waiting>();
  /** Resolves `close()` when the last connection has ended; set after `close()` was called. */
  #emptied: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Waits for a connection that belongs to this caller until `release`. */
  async acquire(purpose: Purpose = 'write'): Promise<Connection> {
    if (this.#emptied) throw poolClosed();
    const idle = this.#mayAcquire(purpose) ? this.#idle.pop() : undefined;
    if (idle) return this.#assign(idle, purpose);
    const { promise, ...one } = Promise.withResolvers<Connection>();
    this.#enqueue({ purpose, ...one });
    return promise;
  }

  /** Returns a connection. One that is not reusable is closed, because its session can have a transaction or a cursor. */
  release(connection: Connection, { is_reusable = true } = {}): void {
    if (this.#writing.has(connection)) void this.#endWriting(connection);
    if (connection.is_dead()) return;
    if (this.#emptied || !is_reusable) return void connection.end();
    this.#idle.push(connection);
    this.#serveWaiting();
  }

  measure(): { max: number; open: number; busy: number } {
    const { size } = this.#open;
    return { max: this.#options.max, open: size, busy: size - this.#idle.length };
  }

  /** Waits until running work has ended, but at most `within_ms`, then closes all connections. */
  async close(within_ms?: number): Promise<void> {
    const emptied = new Promise<void>((resolve) => (this.#emptied = resolve));
    for (const one of this.#waiting) this.#reject(one, poolClosed());
    for (const connection of this.#idle.splice(0)) void connection.end();
    this.#resolveIfEmpty();
    const kill = () => this.#open.forEach((connection) => connection.kill());
    const timer = within_ms === undefined ? undefined : setTimeout(kill, within_ms);
    await emptied;
    clearTimeout(timer);
  }

  #enqueue(one: Waiting): void {
    this.#waiting.add(one);
    if (this.#mayOpen() && this.#mayAcquire(one.purpose)) void this.#openFor(one);
    else this.#startWaitTimer(one);
  }

  #mayOpen(): boolean {
    return this.#open.size + this.#opening.size < this.#options.max;
  }

  #mayAcquire(purpose: Purpose): boolean {
    const { max, for_reads = 0 } = this.#options;
    return purpose !== 'write' || this.#writing.size < max - for_reads;
  }

  #assign(connection: Connection, purpose: Purpose): Connection {
    if (purpose === 'write') this.#writing.add(connection);
    return connection;
  }

  /**
   * Keeps counting a timed-out connection as writing while its COMMIT waits on the server, because it still uses a
   * backend there.
   */
  async #endWriting(connection: Connection): Promise<void> {
    while (connection.hasTimedOut() && (await this.#isCommitting(connection))) await sleep(CHECK_EVERY_MS);
    this.#writing.delete(connection);
    this.#serveWaiting();
  }

  async #isCommitting({ backend_pid }: Connection): Promise<boolean> {
    if (this.#emptied || backend_pid === undefined) return false;
    try {
      const other = await this.acquire('read');
      const asked = other.runUnprepared(`${COMMITTING}${backend_pid}`).finally(() => this.release(other));
      return (await asked).length > 0;
    } catch (error) {
      return error instanceof NoConnectionFree;
    }
  }

  #serveWaiting(): void {
    while (this.#idle.length > 0) {
      const next = this.#waiting
        .values()
        .find((one) => this.#writing.has(one) || this.#mayAcquire(one.purpose));
      if (!next) return;
      this.#give(this.#idle.pop() as Connection, next);
    }
    this.#openForNextWaiting();
  }

  #give(connection: Connection, one: Waiting): void {
    this.#stopWaiting(one);
    one.resolve(this.#assign(connection, one.purpose));
  }

  #reject(one: Waiting, error: unknown): void {
    this.#stopWaiting(one);
    one.reject(error);
  }

  #stopWaiting(one: Waiting): void {
    clearTimeout(one.timer);
    this.#writing.delete(one);
    this.#waiting.delete(one);
  }

  #startWaitTimer(one: Waiting): void {
    const { wait_ms } = this.#options;
    const giveUp = () => this.#reject(one, new NoConnectionFree(NONE_FREE));
    if (wait_ms !== undefined) one.timer = setTimeout(giveUp, wait_ms);
  }

  async #openFor(one: Waiting): Promise<void> {
    this.#opening.add(one);
    if (one.purpose === 'write') this.#writing.add(one);
    try {
      const connection = await openConnection(this.#options);
      this.#open.add(connection);
      connection.onEnd(() => this.#removeConnection(connection));
      if (this.#waiting.has(one)) this.#give(connection, one);
      else this.release(connection);
    } catch (error) {
      if (this.#waiting.has(one)) this.#reject(one, error);
    } finally {
      this.#opening.delete(one);
      this.#serveWaiting();
    }
  }

  #removeConnection(connection: Connection): void {
    this.#open.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#openForNextWaiting();
  }

  /** Opens a connection for the next waiting caller if the limits allow it, for example after a connection broke. */
  #openForNextWaiting(): void {
    if (this.#emptied) return this.#resolveIfEmpty();
    if (!this.#mayOpen()) return;
    const next = this.#waiting
      .values()
      .find((one) => !this.#opening.has(one) && this.#mayAcquire(one.purpose));
    if (next) void this.#openFor(next);
  }

  #resolveIfEmpty(): void {
    if (this.#open.size + this.#opening.size === 0) this.#emptied?.();
  }
}

function poolClosed(): ConnectionLost {
  return new ConnectionLost('The pool of connections is closed');
}
