/*
 * The only cache implementation of the service. A cache keeps values by key in the memory of one process. It has a
 * maximum size: a new value replaces the oldest one. A value may have an expiry time.
 *
 * Processes do not notify each other of changes, so a value may be cached for one of three reasons only. Each use
 * states its reason:
 * - Derived: the value is a function of its key, such as the hash of a text. It is never stale.
 * - Versioned: the key contains the version, such as the sealed form of a secret. A changed value has another key.
 * - Aged: the API allows a stale value for a stated time, such as the lifetime of a DNS record.
 * Credentials and permissions are never cached: a revocation applies to the next request in every process.
 *
 * Eviction is first in, first out, not least recently used: reading a value is then a single look-up. The cost is that
 * a frequently used value is made again after `most` other values were added.
 */

type Entry<Value> = { value: Value; until_ms: number };

/** In-memory map with a maximum number of entries and an optional expiry for each. */
export class Cache<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Entry<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of entries in memory, including expired ones. */
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

  /**
   * Stores a value that expires after `fresh_ms`. It becomes the newest entry; if the cache is full, the oldest is
   * removed.
   */
  set(key: Key, value: Value, fresh_ms = Infinity): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until_ms: performance.now() + fresh_ms });
    if (this.#entries.size <= this.#most) return;
    for (const [oldest] of this.#entries) return void this.#entries.delete(oldest);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** Returns the cached value, or makes and stores one. If `make` throws, nothing is stored. */
  getOrMake(key: Key, make: (key: Key) => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    this.set(key, value);
    return value;
  }

  /** Sets the expiry of a key to `fresh_ms` from now, unless another value was stored under it meanwhile. */
  endIn(fresh_ms: number, key: Key, value: Value): void {
    const entry = this.#entries.get(key);
    if (entry?.value === value) entry.until_ms = performance.now() + fresh_ms;
  }
}

/** Caches asynchronous results. Callers with the same key share one running request and its result until it expires. */
export class AsyncCache<Answer> {
  readonly #freshMs: (answer: Answer | undefined) => number;
  readonly #answers: Cache<string, Promise<Answer>>;

  /**
   * `freshMs` returns the lifetime of a result, counted from its arrival. It is called with undefined for a failed
   * request.
   */
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
