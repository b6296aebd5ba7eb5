/*
 * Limits concurrency, so that many operations of one kind or of one caller leave capacity to others. A limiter has a
 * number of slots, in total and per key. Operations without a free slot wait in order of arrival. An operation gets no
 * slot if too many already wait, if its wait times out, or if its signal is aborted.
 *
 * Free slots are assigned to the keys in round-robin order. If operations differ greatly in duration, this is unfair:
 * with `least_used_first`, the next slot goes to the key whose operations have used slots for the shortest total time.
 *
 * Other limits need other mechanisms: slots that several processes share, database connections, responses in order, request
 * rates, and counters shared by all processes. `docs/mechanisms.md` lists them.
 */

export type LimiterOptions = {
  /** Maximum number of running operations in total; no limit if absent. */
  most?: number;
  /** Maximum per key; read again each time a slot may be assigned. */
  most_per_key?: () => number;
  /** Maximum number of waiting operations per key. */
  most_waiting?: number;
  /** Assigns a free slot to the key with the least used time, instead of in round-robin order. */
  least_used_first?: boolean;
  /** Timeout of waiting for a slot. */
  wait_ms?: number;
  /** After `wait_ms`, an operation gets a slot beyond the limits. */
  may_exceed_after_wait?: boolean;
  /** Makes the error that `run` throws for an operation without a slot. */
  refusal?: () => Error;
};

/** An occupied slot. Disposing of the object frees the slot. */
export type Slot = Disposable;

type Line = { key: string; taken: number; used_ms: number; waiting: Set<(place: Slot | undefined) => void> };

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #lines = new Map<string, Line>();
  #taken = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Number of occupied slots. */
  get taken(): number {
    return this.#taken;
  }

  /** Number of keys with running or waiting operations. */
  get keys(): number {
    return this.#lines.size;
  }

  /** Returns a slot, or undefined if none is free or earlier operations of the key wait. */
  tryAcquire(key = ''): Slot | undefined {
    const line = this.#lineOf(key);
    if (line.waiting.size === 0 && this.#hasRoom(line)) return this.#give(line);
    this.#forgetIfIdle(line);
    return undefined;
  }

  /** Waits for a slot. Returns undefined if the queue is full, the wait times out, or the signal is aborted. */
  async acquire(key = '', signal?: AbortSignal): Promise<Slot | undefined> {
    const place = this.tryAcquire(key);
    if (place) return place;
    const { most_waiting = Infinity, wait_ms } = this.#options;
    const line = this.#lineOf(key);
    if (line.waiting.size < most_waiting && !signal?.aborted) return this.#wait(line, wait_ms, signal);
    this.#forgetIfIdle(line);
    return undefined;
  }

  /** Runs an operation in a slot of the key. */
  async run<T>(work: () => Promise<T>, key?: string): Promise<T> {
    using place = this.tryAcquire(key) ?? (await this.acquire(key));
    if (!place) throw this.#options.refusal?.() ?? new Error('No slot was free in time');
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
      const onLate = this.#options.may_exceed_after_wait ? () => end(this.#give(line)) : giveUp;
      const timer = wait_ms === undefined ? undefined : setTimeout(onLate, wait_ms);
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

  /** A new key starts with the lowest used time of all waiting keys, so that an idle period gives no advantage. */
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

  /** A freed slot of the total limit can serve any key; without a total limit, only the same key. */
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
