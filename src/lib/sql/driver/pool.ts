import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type Connection, type ConnectionOptions } from './connection.ts';
import { ConnectionLost } from './execution.ts';

export type PoolOptions = ConnectionOptions & {
  max: number;
  /** How long a caller waits for a connection that others use; for as long as it takes if left out. */
  wait_ms?: number;
  /** How many of them only statements that read may take; none if left out. */
  for_reads?: number;
};

/** The use of a connection; the rows of a long read are read at the pace of the caller. */
export type Purpose = 'read' | 'long read' | 'write';

type Waiting = {
  purpose: Purpose;
  resolve: (connection: Connection) => void;
  reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
};

const NONE_FREE = 'No connection to the database was free in time';
const CHECK_EVERY_MS = 500;
/** A COMMIT that waits for a standby. */
const COMMITTING = `select from pg_stat_activity where wait_event = 'SyncRep' and pid = `;

export class NoConnectionFree extends Error {
  readonly code = 'CONNECTION_WAIT';
}

/**
 * Connections that live until they break; the one that was used last is used next. This is no `Limiter`: a caller gets a
 * connection and no place, reads and writes have bounds of their own, and a connection whose COMMIT is not confirmed keeps
 * counting as one that writes.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();
  /** Connections that write or may write, and callers for whom a connection to write with is being opened. */
  readonly #writing = new Set<Connection | Waiting>();
  /** For whom a connection is being opened; one that is given back meanwhile serves as well. */
  readonly #opening = new Set<Waiting>();
  /** Called when the last connection of a closed pool has ended. */
  #emptied: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A connection for the caller alone, as soon as there is one. */
  async take(purpose: Purpose = 'write'): Promise<Connection> {
    if (this.#emptied) throw poolClosed();
    const idle = this.#mayTake(purpose) ? this.#idle.pop() : undefined;
    if (idle) return this.#lend(idle, purpose);
    const { promise, ...one } = Promise.withResolvers<Connection>();
    this.#enqueue({ purpose, ...one });
    return promise;
  }

  give(connection: Connection): void {
    if (this.#writing.has(connection)) void this.#endWriting(connection);
    if (connection.is_dead()) return;
    if (this.#emptied) return void connection.end();
    this.#idle.push(connection);
    this.#serve();
  }

  measure(): { max: number; open: number; busy: number } {
    const { size } = this.#open;
    return { max: this.#options.max, open: size, busy: size - this.#idle.length };
  }

  /** Closes: waits for running work up to the time, then ends it. */
  async close(within_ms?: number): Promise<void> {
    const emptied = new Promise<void>((resolve) => (this.#emptied = resolve));
    for (const one of this.#waiting) this.#refuse(one, poolClosed());
    for (const connection of this.#idle.splice(0)) void connection.end();
    this.#noticeEmpty();
    const kill = () => this.#open.forEach((connection) => connection.kill());
    const timer = within_ms === undefined ? undefined : setTimeout(kill, within_ms);
    await emptied;
    clearTimeout(timer);
  }

  #enqueue(one: Waiting): void {
    this.#waiting.add(one);
    if (this.#hasRoom() && this.#mayTake(one.purpose)) void this.#openFor(one);
    else this.#limitWait(one);
  }

  #hasRoom(): boolean {
    return this.#open.size + this.#opening.size < this.#options.max;
  }

  #mayTake(purpose: Purpose): boolean {
    const { max, for_reads = 0 } = this.#options;
    return purpose !== 'write' || this.#writing.size < max - for_reads;
  }

  #lend(connection: Connection, purpose: Purpose): Connection {
    if (purpose === 'write') this.#writing.add(connection);
    return connection;
  }

  /** The server may still be at a COMMIT that fell silent: its place is free when it is over. */
  async #endWriting(connection: Connection): Promise<void> {
    while (connection.fell_silent() && (await this.#isCommitting(connection))) await sleep(CHECK_EVERY_MS);
    this.#writing.delete(connection);
    this.#serve();
  }

  async #isCommitting({ greeted_by }: Connection): Promise<boolean> {
    if (this.#emptied) return false;
    try {
      const other = await this.take('read');
      const asked = other.askPlainly(`${COMMITTING}${greeted_by}`).finally(() => this.give(other));
      return (await asked).length > 0;
    } catch (error) {
      return error instanceof NoConnectionFree;
    }
  }

  #serve(): void {
    while (this.#idle.length > 0) {
      const next = this.#waiting.values().find((one) => this.#writing.has(one) || this.#mayTake(one.purpose));
      if (!next) return;
      this.#hand(this.#idle.pop() as Connection, next);
    }
    this.#makeRoom();
  }

  #hand(connection: Connection, one: Waiting): void {
    this.#leave(one);
    one.resolve(this.#lend(connection, one.purpose));
  }

  #refuse(one: Waiting, error: unknown): void {
    this.#leave(one);
    one.reject(error);
  }

  #leave(one: Waiting): void {
    clearTimeout(one.timer);
    this.#writing.delete(one);
    this.#waiting.delete(one);
  }

  #limitWait(one: Waiting): void {
    const { wait_ms } = this.#options;
    const giveUp = () => this.#refuse(one, new NoConnectionFree(NONE_FREE));
    if (wait_ms !== undefined) one.timer = setTimeout(giveUp, wait_ms);
  }

  async #openFor(one: Waiting): Promise<void> {
    this.#opening.add(one);
    if (one.purpose === 'write') this.#writing.add(one);
    try {
      const connection = await openConnection(this.#options);
      this.#open.add(connection);
      connection.onEnd(() => this.#forget(connection));
      if (this.#waiting.has(one)) this.#hand(connection, one);
      else this.give(connection);
    } catch (error) {
      if (this.#waiting.has(one)) this.#refuse(one, error);
    } finally {
      this.#opening.delete(one);
      this.#serve();
    }
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#makeRoom();
  }

  /** Opens a connection for waiting callers when one broke. */
  #makeRoom(): void {
    if (this.#emptied) return this.#noticeEmpty();
    if (!this.#hasRoom()) return;
    const next = this.#waiting.values().find((one) => !this.#opening.has(one) && this.#mayTake(one.purpose));
    if (next) void this.#openFor(next);
  }

  #noticeEmpty(): void {
    if (this.#open.size + this.#opening.size === 0) this.#emptied?.();
  }
}

function poolClosed(): ConnectionLost {
  return new ConnectionLost('The pool of connections is closed');
}
