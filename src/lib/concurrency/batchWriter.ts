import { setTimeout as sleep } from 'node:timers/promises';
import { runWithoutSpan } from '../process/tracing/spans.ts';
import { runOutsideRequests } from '../sql/retrySafety.ts';
import { isRejected } from '../sql/sql.ts';
import { backoffMs } from './backoff.ts';

/*
 * Writes rows of many requests in batches, after the requests were answered: one statement of 16 rows costs the
 * database half as much as four statements of 4 rows. An item waits in memory until `gather_ms` have passed since the
 * oldest waiting item was added or since the last write ended. Items that arrive during a long write therefore share a
 * batch.
 *
 * - A killed process loses the waiting items. Use it only for data that may be lost (uses of credentials, logged
 *   requests) or that a lease restores (results of deliveries). Write everything else in its own transaction.
 * - If the database rejects a row, the other rows are still written: the batch is bisected down to the rejected row.
 * - While the database is unavailable, a batch is attempted `tries` times with a backoff, and then dropped.
 *
 * `coalesce` also merges writes into one statement, but its callers wait for their results.
 */

export type BatchWriterOptions<Item> = {
  write: (batch: readonly Item[]) => Promise<unknown>;
  /** Time for which an item waits for others. */
  gather_ms: number;
  /** Maximum number of items per write. */
  most: number;
  /** Maximum number of waiting items; `add` returns false for more. */
  most_waiting?: number;
  /** Waiting items with the same key are merged: only the last one is written. */
  keyOf?: (item: Item) => unknown;
  /** Number of attempts for a batch. */
  tries?: number;
  /** Called with an item that the database rejected; the other items are written. */
  onRejected: (item: Item, error: unknown) => Promise<void> | void;
  /** Called after each failed attempt to write a batch. After the last attempt, the batch is dropped. */
  onFailed: (batch: readonly Item[], error: unknown, attempt: number) => void;
};

type Waiting<Item> = { item: Item; onEnd: () => void };

const RETRY_PAUSE = { first_ms: 100, longest_ms: 5_000 };

export class BatchWriter<Item> {
  readonly #options: BatchWriterOptions<Item>;
  readonly #waiting = new Map<unknown, Waiting<Item>>();
  #timer: NodeJS.Timeout | undefined;
  #last = Promise.resolve();
  /** The next write that is scheduled but has not started. */
  #next: Promise<void> | undefined;
  #is_writing = false;
  #is_closed = false;

  constructor(options: BatchWriterOptions<Item>) {
    this.#options = options;
  }

  /** Returns false if too many items wait or after `close`. `onEnd` is called after the item was written or dropped. */
  add(item: Item, onEnd: () => void = () => {}): boolean {
    const { most_waiting = Infinity, keyOf = (one) => one } = this.#options;
    const key = keyOf(item);
    if (this.#is_closed || (this.#waiting.size >= most_waiting && !this.#waiting.has(key))) return false;
    this.#waiting.set(key, { item, onEnd });
    if (!this.#is_writing) this.#gather();
    return true;
  }

  /** Writes the waiting items; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next ??= runApart(() => this.#last.then(() => this.#writeWaiting()));
    this.#last = this.#next;
    return this.#last;
  }

  /** Writes the waiting items; `add` returns false from now on. */
  close(): Promise<void> {
    this.#is_closed = true;
    return this.flush();
  }

  #gather(): void {
    const { gather_ms } = this.#options;
    this.#timer ??= runApart(() => setTimeout(() => void this.flush(), gather_ms).unref());
  }

  async #writeWaiting(): Promise<void> {
    this.#next = undefined;
    this.#is_writing = true;
    for (let left = this.#waiting.size; left > 0; left -= this.#options.most) {
      const entries = this.#waiting.entries().take(Math.min(left, this.#options.most)).toArray();
      for (const [key] of entries) this.#waiting.delete(key);
      const batch = entries.map(([, one]) => one);
      await this.#writeBatch(batch.map(({ item }) => item));
      for (const { onEnd } of batch) onEnd();
    }
    this.#is_writing = false;
    if (this.#waiting.size > 0) this.#gather();
  }

  async #writeBatch(batch: readonly Item[]): Promise<void> {
    const { write, tries = 1, onRejected, onFailed } = this.#options;
    for (let attempt = 1; attempt <= tries; attempt++) {
      try {
        return await writeOrBisect(batch, write, onRejected);
      } catch (error) {
        onFailed(batch, error, attempt);
        if (attempt < tries) await sleep(backoffMs(attempt, RETRY_PAUSE));
      }
    }
  }
}

/** Runs the work outside the current request, because a batch contains items of several requests. */
function runApart<T>(work: () => T): T {
  return runOutsideRequests(() => runWithoutSpan(work));
}

/**
 * Writes a batch in one statement. If the database rejects it, writes both halves separately, recursively down to the
 * rejected items.
 */
async function writeOrBisect<Item>(
  batch: readonly Item[],
  write: BatchWriterOptions<Item>['write'],
  onRejected: BatchWriterOptions<Item>['onRejected'],
): Promise<void> {
  try {
    await write(batch);
  } catch (error) {
    if (!isRejected(error)) throw error;
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) return onRejected(first, error);
    const middle = Math.ceil(batch.length / 2);
    await writeOrBisect(batch.slice(0, middle), write, onRejected);
    await writeOrBisect(batch.slice(middle), write, onRejected);
  }
}
