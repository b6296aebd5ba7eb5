import type { Database, Fragment, Queryable, Transaction } from '../../sql/sql.ts';
import type { Clock } from '../../time/clock.ts';
import type { BackoffRunner } from '../backoffRunner.ts';
import type { ClaimedItem, ColumnValues, QueueTable } from './leaseStatements.ts';

export type QueueDependencies = { db: Database; clock: Clock; backoff?: BackoffRunner };

/** Columns to write for the item. Without a new `due_at`, they must make the row no longer due. */
export type QueueItemResult = {
  set: ColumnValues;
  /** Additional writes in the same transaction, only if the claim is still valid. */
  also?: (tx: Transaction) => Promise<void>;
  /** Runs after the result is written. */
  onWritten?: () => Promise<void>;
  /** Cleans up if the claim was lost. */
  onLost?: () => Promise<void>;
};

/**
 * Puts an item back after a failure that the item did not cause: the attempt does not count, and this run claims no
 * more items.
 */
export type PutBackResult = { put_back_ms: number; fault?: { piece: string; error: unknown } };

export type QueueDeclaration<Item extends ClaimedItem, Work extends QueueDependencies> = QueueTable<Item> & {
  /** Name of an item in the log, such as `mail` in `mail 0197…`. */
  name: string;
  /** Duration of the lease. Must exceed the timeouts of the work, so that only a dead process loses a claim. */
  lease_ms: number;
  /** Maximum number of items that one process works on concurrently. */
  concurrency_limit: number;
  /** Works on one item per account at a time, and on the accounts in round-robin order. */
  one_per_account?: boolean;
  /** Finds out which rows may be claimed now. Returns additional conditions on rows with the alias `waiting`. */
  andOpen?: (work: Work, now: Date) => Promise<(db: Queryable) => Fragment>;
  /**
   * Does the work of an item. If the result is undefined, the row stays leased and is due again when the lease ends.
   */
  work: (work: Work, item: Item) => Promise<QueueItemResult | undefined>;
  /**
   * Maps an error of the work to columns to write, or to a `PutBackResult`, which releases the row. Other errors are logged
   * and counted, and the row stays leased.
   */
  onFailure?: (
    work: Work,
    item: Item,
    error: unknown,
  ) => Pick<QueueItemResult, 'set'> | PutBackResult | undefined;
};

export type LeasedQueue<Item extends ClaimedItem, Work extends QueueDependencies> = {
  declaration: QueueDeclaration<Item, Work>;
  isDue: (db: Queryable, now: Date) => Fragment;
  /** Writes the result of an item that was inserted with a claim. Returns false if the claim is lost. */
  settle: (
    db: Queryable,
    claimed: { account_id: string; id: string; claim_id: string },
    set: ColumnValues,
  ) => Promise<boolean>;
  /** Works until no item is due. Returns the number of claimed items that were not put back. */
  run: (work: Work) => Promise<number>;
};
