/*
 * Bounds how much work runs at once, so that a flood of one kind of work, or of one caller, leaves room for others. A
 * limiter has a number of places, in all and for each key. Work beyond them waits in order of arrival, or is refused where
 * too much waits already, where it has waited too long, or where its signal is aborted. Keys take turns for free places.
 */

export type LimiterOptions = {
  /** The most places that are taken at once, in all. */
  most?: number;
  /** The most of one key; asked again each time a place may be given. */
  most_per_key?: () => number;
  /** How much of one key may wait. */
  most_waiting?: number;
  /** The longest wait. */
  wait_ms?: number;
  /** The error of `run` for work that gets no place. */
  refusal?: () => Error;
};

/** A taken place, free again once it is disposed of. */
export type Place = Disposable;

type Line = { key: string; taken: number; waiting: Set<(place: Place | undefined) => void> };

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
  tryTake(key = ''): Place | undefined {
    const line = this.#lineOf(key);
    if (line.waiting.size === 0 && this.#hasRoom(line)) return this.#give(line);
    this.#forgetIfIdle(line);
    return undefined;
  }

  /** A place as soon as one is free; undefined where the work is refused. */
  async take(key = '', signal?: AbortSignal): Promise<Place | undefined> {
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

  #wait(line: Line, wait_ms: number | undefined, signal?: AbortSignal): Promise<Place | undefined> {
    return new Promise((resolve) => {
      const end = (place?: Place) => {
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
    const line = this.#lines.get(key) ?? { key, taken: 0, waiting: new Set() };
    this.#lines.set(key, line);
    return line;
  }

  #hasRoom({ taken }: Line): boolean {
    const { most = Infinity, most_per_key } = this.#options;
    return this.#taken < most && taken < (most_per_key?.() ?? Infinity);
  }

  #give(line: Line): Place {
    this.#taken++;
    line.taken++;
    let is_given_back = false;
    return {
      [Symbol.dispose]: () => {
        if (is_given_back) return;
        is_given_back = true;
        this.#taken--;
        line.taken--;
        this.#passOn(line);
        this.#forgetIfIdle(line);
      },
    };
  }

  /** A place in all can go to any key, a place of a key only to that key. */
  #passOn(own: Line): void {
    const lines = this.#options.most === undefined ? [own] : [...this.#lines.values()];
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
