import { setTimeout as sleep } from 'node:timers/promises';
import { runOutside } from '../process/tracing/spans.ts';
import { runOutsideRequests } from '../sql/retrySafety.ts';
import { isRejected } from '../sql/sql.ts';
import { backoffMs } from './backoff.ts';

/*
 * Writes facts of many callers in batches, after their answers: a statement of sixteen rows costs the database half of
 * what four statements of four cost. An item waits in memory until `gather_ms` have passed since the oldest waiting item
 * came, or since the last write ended: under load, items of a long write leave in one batch and not one by one.
 *
 * - A killed process loses what waits, so only facts go through here that may be lost (uses of credentials, logged
 *   requests) or that a lease brings back (results of deliveries). Everything else is written in its own transaction.
 * - A row that the database rejects costs no other row: the batch is written in halves, down to the rejected row.
 * - While the database is away, a batch is tried `tries` times with growing pauses, and then dropped.
 *
 * `coalesce` is the other way to share a statement: its callers wait for their own results.
 */

export type BatchWriterOptions<Item> = {
  write: (batch: readonly Item[]) => Promise<unknown>;
  /** How long an item waits for others. */
  gather_ms: number;
  /** The most items of one write. */
  most: number;
  /** The most items that wait; `add` refuses more. */
  most_waiting?: number;
  /** Items with the same key are merged: the last one of a batch is written. */
  keyOf?: (item: Item) => unknown;
  /** How often a batch is tried. */
  tries?: number;
  /** The database rejected this item, and it was left out. */
  onRejected: (item: Item, error: unknown) => Promise<void> | void;
  /** A try failed as a whole; after the last try the batch is dropped. */
  onFailed: (batch: readonly Item[], error: unknown, attempt: number) => void;
};

type Waiting<Item> = { item: Item; onEnd: () => void };

const RETRY_PAUSE = { first_ms: 100, longest_ms: 5_000 };

export class BatchWriter<Item> {
  readonly #options: BatchWriterOptions<Item>;
  readonly #waiting = new Map<unknown, Waiting<Item>>();
  #timer: NodeJS.Timeout | undefined;
  #last = Promise.resolve();
  /** A run that has not begun yet. */
  #next: Promise<void> | undefined;
  #is_writing = false;
  #is_closed = false;

  constructor(options: BatchWriterOptions<Item>) {
    this.#options = options;
  }

  /** False when too many items wait, or after `close`. `onEnd` is called when the item is written or given up. */
  add(item: Item, onEnd: () => void = () => {}): boolean {
    const { most_waiting = Infinity, keyOf = (one) => one } = this.#options;
    const key = keyOf(item);
    if (this.#is_closed || (this.#waiting.size >= most_waiting && !this.#waiting.has(key))) return false;
    this.#waiting.set(key, { item, onEnd });
    if (!this.#is_writing) this.#gather();
    return true;
  }

  /** Writes what waits now; never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next ??= runApart(() => this.#last.then(() => this.#writeWaiting()));
    this.#last = this.#next;
    return this.#last;
  }

  /** Writes what waits, and refuses what comes later. */
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
    if (this.#waiting.size > 0 && !this.#next) this.#gather();
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

/** A batch belongs to none of the requests whose items it has. */
function runApart<T>(work: () => T): T {
  return runOutsideRequests(() => runOutside(work));
}

/** Writes a batch at once. If the database rejects it, writes its halves, and so on, down to the rejected items. */
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
