/*
 * Every cache of the service, in one module. A cache keeps values in the memory of one process, by key. It has a bound:
 * the next value replaces the oldest one. A value may have an end, after which it is absent.
 *
 * Other processes cannot tell a cache that a value has changed, so a value may be kept for one of three reasons only. Each
 * use names its reason:
 * - Derived: the value is a function of its key, such as the hash of a text. It is never stale.
 * - Versioned: the key contains the version, such as the sealed form of a secret. A changed value has another key.
 * - Aged: the promise allows an old value for a stated time, such as the lifetime of a DNS record.
 * Credentials and permissions are never kept: a revocation holds for the next request of every process.
 *
 * The oldest value is the one that was set first, not the one that was used least: a use then costs a single look-up, and
 * a value in use is made again once for each `most` other values.
 */

type Entry<Value> = { value: Value; until_ms: number };

/** At most so many values by key. */
export class Cache<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Entry<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** How many values are in memory, values past their end included. */
  get size(): number {
    return this.#entries.size;
  }

  keys(): Iterable<Key> {
    return this.#entries.keys();
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    return entry.until_ms === Infinity || entry.until_ms > performance.now() ? entry.value : undefined;
  }

  /** Makes the value the newest one. */
  set(key: Key, value: Value, fresh_ms = Infinity): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until_ms: performance.now() + fresh_ms });
    if (this.#entries.size <= this.#most) return;
    for (const [oldest] of this.#entries) return void this.#entries.delete(oldest);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** The kept value, or a new one, which is kept unless making it fails. */
  getOrMake(key: Key, make: (key: Key) => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    this.set(key, value);
    return value;
  }

  /** Ends a value so much later, if it is still the one under its key. */
  endIn(fresh_ms: number, key: Key, value: Value): void {
    const entry = this.#entries.get(key);
    if (entry?.value === value) entry.until_ms = performance.now() + fresh_ms;
  }
}

/** Answers that take time: callers that ask the same share one question, until its answer is too old. */
export class SharedAnswers<Answer> {
  readonly #freshMs: (answer: Answer | undefined) => number;
  readonly #answers: Cache<string, Promise<Answer>>;

  /** `freshMs` says how long an answer is kept, counted from its arrival; undefined stands for a failure. */
  constructor(most: number, freshMs: (answer: Answer | undefined) => number) {
    this.#freshMs = freshMs;
    this.#answers = new Cache(most);
  }

  ask(key: string, question: () => Promise<Answer>): Promise<Answer> {
    return this.#answers.getOrMake(key, () => {
      const asked = question();
      const endAfter = (answer?: Answer) => this.#answers.endIn(this.#freshMs(answer), key, asked);
      asked.then(endAfter, () => endAfter());
      return asked;
    });
  }
}
