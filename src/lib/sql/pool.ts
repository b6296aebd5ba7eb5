import { openConnection, type Connection, type ConnectionOptions } from './connection.ts';
import { ConnectionLost } from './execution.ts';

export type PoolOptions = ConnectionOptions & {
  max: number;
  /** How long a caller waits for a connection that others use; for as long as it takes if left out. */
  wait_ms?: number;
};

type Waiting = {
  resolve: (connection: Connection) => void;
  reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
  has_left?: boolean;
};

class NoConnectionFree extends Error {
  readonly code = 'CONNECTION_WAIT';
}

/** Connections that live until they break; the one that was used last is used next. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting: Waiting[] = [];
  #opening = 0;
  /** Called when the last connection of a closed pool has ended. */
  #emptied: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A connection for the caller alone, as soon as there is one. */
  async take(): Promise<Connection> {
    if (this.#emptied) throw poolClosed();
    const idle = this.#idle.pop();
    if (idle) return idle;
    const { promise, ...one } = Promise.withResolvers<Connection>();
    this.#enqueue(one);
    return promise;
  }

  give(connection: Connection): void {
    if (connection.is_dead()) return;
    const next = this.#waiting.shift();
    if (next) hand(connection, next);
    else if (this.#emptied) void connection.end();
    else this.#idle.push(connection);
  }

  measure(): { max: number; open: number; busy: number } {
    const { size } = this.#open;
    return { max: this.#options.max, open: size, busy: size - this.#idle.length };
  }

  /** Closes: waits for running work up to the time, then ends it. */
  async close(within_ms?: number): Promise<void> {
    const emptied = new Promise<void>((resolve) => (this.#emptied = resolve));
    for (const one of this.#waiting.splice(0)) refuse(one, poolClosed());
    for (const connection of this.#idle.splice(0)) void connection.end();
    this.#noticeEmpty();
    const kill = () => this.#open.forEach((connection) => connection.kill());
    const timer = within_ms === undefined ? undefined : setTimeout(kill, within_ms);
    await emptied;
    clearTimeout(timer);
  }

  #enqueue(one: Waiting): void {
    if (this.#open.size + this.#opening < this.#options.max) void this.#openFor(one);
    else this.#wait(one);
  }

  #wait(one: Waiting): void {
    const { wait_ms } = this.#options;
    if (wait_ms !== undefined) one.timer = setTimeout(() => this.#giveUp(one), wait_ms);
    this.#waiting.push(one);
  }

  #giveUp(one: Waiting): void {
    one.has_left = true;
    const at = this.#waiting.indexOf(one);
    if (at >= 0) this.#waiting.splice(at, 1);
    one.reject(new NoConnectionFree('No connection to the database was free in time'));
  }

  async #openFor(one: Waiting): Promise<void> {
    this.#opening++;
    try {
      const connection = await openConnection(this.#options);
      this.#open.add(connection);
      connection.onEnd(() => this.#forget(connection));
      if (one.has_left) this.give(connection);
      else hand(connection, one);
    } catch (error) {
      refuse(one, error);
    } finally {
      this.#opening--;
      this.#makeRoom();
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
    const room = this.#options.max - this.#open.size - this.#opening;
    if (room <= 0) return;
    const next = this.#waiting.shift();
    if (next) void this.#openFor(next);
  }

  #noticeEmpty(): void {
    if (this.#open.size + this.#opening === 0) this.#emptied?.();
  }
}

function hand(connection: Connection, { timer, resolve }: Waiting): void {
  clearTimeout(timer);
  resolve(connection);
}

function refuse({ timer, reject }: Waiting, error: unknown): void {
  clearTimeout(timer);
  reject(error);
}

function poolClosed(): ConnectionLost {
  return new ConnectionLost('The pool of connections is closed');
}
