import { randomUUID } from 'node:crypto';
import { isLockTimeout, transaction, type Queryable, type Transaction } from '../../sql/sql.ts';
import { WakeSignal } from '../wakeSignal.ts';
import { failFast, LoopStopped, type BackoffRunner } from '../backoffRunner.ts';
import {
  claimRows,
  existsDueRow,
  listDueRows,
  writeClaimedRow,
  type Claim,
  type ClaimedItem,
  type RowLease,
  type DueRow,
} from './leaseStatements.ts';
import type {
  LeasedQueue,
  PutBackResult,
  QueueDeclaration,
  QueueDependencies,
  QueueItemResult,
} from './declaration.ts';

/*
 * Queue for work outside the database, such as sending a mail. A worker claims a row with a lease: one statement sets
 * `due_at` to the end of the lease, so the row is due again if the process dies. The work runs without a transaction;
 * its result is written only while the claim is valid. See README.md.
 */

/**
 * Number of rows listed in addition to the free slots, because other workers may claim some of the listed rows first.
 */
const LISTED_BEYOND = 10;
/** Interval of looking for new items while other items are running. */
const POLL_MS = 500;
const LOCKED_MS = 60_000;

export function leasedQueue<Item extends ClaimedItem, Work extends QueueDependencies>(
  declaration: QueueDeclaration<Item, Work>,
): LeasedQueue<Item, Work> {
  return {
    declaration,
    isDue: (db, now) => existsDueRow(db, declaration, now),
    settle: (db, { account_id, id, claim_id }, set) =>
      writeClaimedRow(db, account_id, declaration, { id, held: { claim_id }, set }),
    run: (work) => new Run(declaration, work).all(),
  };
}

class Run<Item extends ClaimedItem, Work extends QueueDependencies> {
  readonly #queue: QueueDeclaration<Item, Work>;
  readonly #work: Work;
  readonly #backoff: BackoffRunner;
  readonly #running = new Map<Item, Promise<void>>();
  readonly #item_ended = new WakeSignal();
  /** Accounts that this run skips because claiming their rows failed. */
  readonly #skipped_accounts = new Set<string>();
  #last_account: string | undefined;
  #count = 0;
  #is_over = false;
  #failure: { error: unknown } | undefined;

  constructor(queue: QueueDeclaration<Item, Work>, work: Work) {
    this.#queue = queue;
    this.#work = work;
    this.#backoff = work.backoff ?? failFast;
  }

  /**
   * Runs until nothing is due. After a failure no more items are claimed; the failure is thrown when all running items
   * have ended.
   */
  async all(): Promise<number> {
    try {
      while (!this.#is_over) {
        this.#backoff.throwIfStopping();
        const was_busy = this.#running.size > 0;
        const may_be_more = await this.#claimMore();
        if (this.#running.size > 0) await this.#waitForRoom(may_be_more);
        else if (!may_be_more && !was_busy) break;
      }
    } finally {
      await Promise.all(this.#running.values());
    }
    if (this.#failure) throw this.#failure.error;
    return this.#count;
  }

  async #waitForRoom(may_be_more: boolean): Promise<void> {
    const is_full = this.#running.size >= this.#queue.concurrency_limit;
    if (may_be_more && !is_full) return;
    await this.#item_ended.wait(is_full ? undefined : POLL_MS);
  }

  /** Claims items after the last account, then from the first account. Returns true if another call may find more. */
  async #claimMore(): Promise<boolean> {
    const after = this.#queue.one_per_account ? this.#last_account : undefined;
    const may_be_more = after !== undefined && (await this.#claimAfter(after));
    return may_be_more || this.#claimAfter(undefined);
  }

  async #claimAfter(after: string | undefined): Promise<boolean> {
    const { lease_ms, concurrency_limit, one_per_account = false } = this.#queue;
    const { db, clock } = this.#work;
    const now = clock.now();
    const claim = { claim_id: randomUUID(), now, lease_until: new Date(now.getTime() + lease_ms) };
    const room = concurrency_limit - this.#running.size;
    const limit = room + LISTED_BEYOND;
    const andOpen = await this.#queue.andOpen?.(this.#work, now);
    const busy = one_per_account ? [...this.#running.keys()].map(({ account_id }) => account_id) : [];
    const except = [...this.#skipped_accounts, ...busy];
    const listed = await listDueRows(db, this.#queue, {
      now,
      limit,
      andOpen,
      after,
      except,
      by_account: one_per_account,
    });
    return this.#claimListed(listed, claim, room);
  }

  /**
   * Claims one account per statement. A failure for one account does not stop the others. Returns true if listing again
   * can return different rows.
   */
  async #claimListed(listed: readonly DueRow[], claim: Claim, room: number): Promise<boolean> {
    const { one_per_account = false } = this.#queue;
    let free = room;
    for (let at = 0, step = 0; at < listed.length && free > 0; at += step) {
      step = one_per_account ? listed.length : free;
      const next = listed.slice(at, at + step);
      for (const [account_id, some] of Map.groupBy(next, (one) => one.account_id))
        // An item can fail while the rows are listed.
        if (free > 0 && !this.#is_over)
          free -= await this.#claimOf(account_id, some, claim, one_per_account ? 1 : free);
    }
    return free < room || listed.some(({ account_id }) => this.#skipped_accounts.has(account_id));
  }

  /** Claims rows of one account and returns their number. */
  async #claimOf(
    account_id: string,
    listed: readonly DueRow[],
    claim: Claim,
    limit: number,
  ): Promise<number> {
    const ids = listed.map(({ id }) => id);
    let claimed = 0;
    const is_done = await this.#backoff.run(`${this.#queue.name} of account ${account_id}`, async () => {
      const items = await claimRows(this.#work.db, account_id, this.#queue, { ids, limit, claim });
      for (const item of items) this.#start(item, claim);
      claimed = items.length;
    });
    if (!is_done) this.#skipped_accounts.add(account_id);
    if (claimed > 0) this.#last_account = account_id;
    return claimed;
  }

  #start(item: Item, lease: RowLease): void {
    this.#count += 1;
    const running = this.#runItem(item, lease)
      .catch((error: unknown) => {
        this.#failure ??= { error };
        this.#is_over = true;
      })
      .finally(() => {
        this.#running.delete(item);
        this.#item_ended.notify();
      });
    this.#running.set(item, running);
  }

  /** Works on one item. If the process is stopping, a claimed item is put back immediately. */
  async #runItem(item: Item, lease: RowLease): Promise<void> {
    try {
      await this.#backoff.run(`${this.#queue.name} ${item.id}`, () => this.#workOn(item, lease));
    } catch (error) {
      if (error instanceof LoopStopped) await this.#putBack(item, lease, { put_back_ms: 0 });
      throw error;
    }
  }

  async #workOn(item: Item, lease: RowLease): Promise<void> {
    const result = await this.#resultOf(item);
    if (!result) return;
    if ('put_back_ms' in result) await this.#putBack(item, lease, result);
    else await this.#settle(item, lease, result);
  }

  async #resultOf(item: Item): Promise<QueueItemResult | PutBackResult | undefined> {
    const { work, onFailure } = this.#queue;
    try {
      return await work(this.#work, item);
    } catch (error) {
      const decision = onFailure?.(this.#work, item, error);
      if (!decision) throw error;
      return decision;
    }
  }

  async #settle(
    item: Item,
    held: RowLease,
    { set, also, onWritten, onLost }: QueueItemResult,
  ): Promise<void> {
    const { account_id, id } = item;
    const write = (db: Queryable) => writeClaimedRow(db, account_id, this.#queue, { id, held, set });
    const is_written = also
      ? await this.#settleTogether(item, held, async (tx) => {
          const is_own = await write(tx);
          if (is_own) await also(tx);
          return is_own;
        })
      : await this.#writeWhileLeased(held, () => write(this.#work.db));
    await (is_written ? onWritten : onLost)?.();
  }

  /**
   * Writes a result that consists of several statements. After a lock timeout the transaction is not repeated; the item
   * is put back.
   */
  async #settleTogether(
    item: Item,
    lease: RowLease,
    write: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    try {
      return await transaction(this.#work.db, write);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const fault = { piece: `results of ${this.#queue.name}`, error };
      await this.#putBack(item, lease, { put_back_ms: LOCKED_MS, fault });
      return true;
    }
  }

  async #putBack(item: Item, held: RowLease, { put_back_ms, fault }: PutBackResult): Promise<void> {
    const { lease, onPutBack } = this.#queue;
    const { db, clock } = this.#work;
    this.#is_over = true;
    this.#count -= 1;
    const set = {
      ...onPutBack,
      [lease.due_at]: new Date(clock.now().getTime() + put_back_ms),
      [lease.attempts]: item.attempts - 1,
    };
    const { account_id, id } = item;
    await this.#writeWhileLeased(held, () => writeClaimedRow(db, account_id, this.#queue, { id, held, set }));
    if (fault) this.#backoff.fail(fault.piece, fault.error);
  }

  /**
   * Writes the result and repeats the statement after lock timeouts until the lease ends: without its result, finished
   * work would be done again.
   */
  async #writeWhileLeased<T>({ lease_until }: RowLease, write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isLockTimeout(error) || this.#work.clock.now() >= lease_until) throw error;
      }
    }
  }
}
