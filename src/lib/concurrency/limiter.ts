/*
 * Bounds how much work runs at once, so that a flood of one kind of work, or of one caller, leaves room for others. A
 * limiter has a number of places, in all and for each key. Work beyond them waits in order of arrival, or is refused where
 * too much waits already, where it has waited too long, or where its signal is aborted.
 *
 * Keys take turns for free places. Where a piece of work may take a thousand times as long as another, turns are not
 * fair: with `least_used_first` the key is next whose work has held places for the shortest time.
 *
 * The other bounds of the service need something else, which their comments name: places that several senders share
 * (`webhooks/sending/slotPool.ts`), connections of a database (`lib/sql/driver/pool.ts`), answers in order
 * (`lib/http/connections.ts`), rates (`access/rateLimit.ts`) and counters that all processes see (`access/throttle`).
 */

export type LimiterOptions = {
  /** The most places that are taken at once, in all. */
  most?: number;
  /** The most of one key; asked again each time a place may be given. */
  most_per_key?: () => number;
  /** How much of one key may wait. */
  most_waiting?: number;
  /** Gives a free place to the key that has used places for the shortest time, in place of turns. */
  least_used_first?: boolean;
  /** The longest wait. */
  wait_ms?: number;
  /** The error of `run` for work that gets no place. */
  refusal?: () => Error;
};

/** A taken place, free again once it is disposed of. */
export type Slot = Disposable;

type Line = { key: string; taken: number; used_ms: number; waiting: Set<(place: Slot | undefined) => void> };

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #lines = new Map<string, Line>();
  #taken = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** How many places are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** How many keys have work that runs or waits. */
  get keys(): number {
    return this.#lines.size;
  }

  /** A place that is free now. */
  tryTake(key = ''): Slot | undefined {
    const line = this.#lineOf(key);
    if (line.waiting.size === 0 && this.#hasRoom(line)) return this.#give(line);
    this.#forgetIfIdle(line);
    return undefined;
  }

  /** A place as soon as one is free; undefined where the work is refused. */
  async take(key = '', signal?: AbortSignal): Promise<Slot | undefined> {
    const place = this.tryTake(key);
    if (place) return place;
    const { most_waiting = Infinity, wait_ms } = this.#options;
    const line = this.#lineOf(key);
    if (line.waiting.size < most_waiting && !signal?.aborted) return this.#wait(line, wait_ms, signal);
    this.#forgetIfIdle(line);
    return undefined;
  }

  /** Runs work in a place of its key. */
  async run<T>(work: () => Promise<T>, key?: string): Promise<T> {
    using place = this.tryTake(key) ?? (await this.take(key));
    if (!place) throw this.#options.refusal?.() ?? new Error('No place was free in time');
    return await work();
  }

  #wait(line: Line, wait_ms: number | undefined, signal?: AbortSignal): Promise<Slot | undefined> {
    return new Promise((resolve) => {
      const end = (place?: Slot) => {
        line.waiting.delete(end);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(place);
      };
      const giveUp = () => {
        end();
        this.#forgetIfIdle(line);
      };
      const timer = wait_ms === undefined ? undefined : setTimeout(giveUp, wait_ms);
      signal?.addEventListener('abort', giveUp);
      line.waiting.add(end);
    });
  }

  #lineOf(key: string): Line {
    const known = this.#lines.get(key);
    if (known) return known;
    const line: Line = { key, taken: 0, used_ms: this.#leastUse(), waiting: new Set() };
    this.#lines.set(key, line);
    return line;
  }

  /** A new key starts with the use of the waiting key that has used least, so that absence earns no credit. */
  #leastUse(): number {
    if (!this.#options.least_used_first) return 0;
    const uses = [...this.#lines.values()]
      .filter(({ waiting }) => waiting.size > 0)
      .map(({ used_ms }) => used_ms);
    return uses.length === 0 ? 0 : Math.min(...uses);
  }

  #hasRoom({ taken }: Line): boolean {
    const { most = Infinity, most_per_key } = this.#options;
    return this.#taken < most && taken < (most_per_key?.() ?? Infinity);
  }

  #give(line: Line): Slot {
    this.#taken++;
    line.taken++;
    const since_ms = performance.now();
    let is_given_back = false;
    return {
      [Symbol.dispose]: () => {
        if (is_given_back) return;
        is_given_back = true;
        this.#taken--;
        line.taken--;
        line.used_ms += performance.now() - since_ms;
        this.#passOn(line);
        this.#forgetIfIdle(line);
      },
    };
  }

  /** A place in all can go to any key, a place of a key only to that key. */
  #passOn(own: Line): void {
    const lines = this.#options.most === undefined ? [own] : [...this.#lines.values()];
    if (this.#options.least_used_first) lines.sort((one, other) => one.used_ms - other.used_ms);
    for (const line of lines) {
      for (const next of line.waiting) {
        if (!this.#hasRoom(line)) break;
        this.#moveToEnd(line);
        next(this.#give(line));
      }
    }
  }

  #moveToEnd(line: Line): void {
    this.#lines.delete(line.key);
    this.#lines.set(line.key, line);
  }

  #forgetIfIdle(line: Line): void {
    if (line.taken === 0 && line.waiting.size === 0) this.#lines.delete(line.key);
  }
}
