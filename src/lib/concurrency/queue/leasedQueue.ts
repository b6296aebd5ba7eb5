import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isLockTimeout,
  transaction,
  type Database,
  type Fragment,
  type Queryable,
  type Transaction,
} from '../../sql/sql.ts';
import type { Clock } from '../../time/clock.ts';
import { failFast, LoopStopped, type BackoffRunner } from '../backoffRunner.ts';
import {
  claimRows,
  existsDue,
  listDueRows,
  writeClaimed,
  type Claim,
  type Claimed,
  type ColumnValues,
  type RowLease,
  type Listed,
  type QueueTable,
} from './leaseStatements.ts';

/*
 * Rows that wait for work outside of the database, such as a mail to send. A worker claims a row by a lease: a statement
 * that sets `due_at` to the end of the lease, so that the row is due again if the process ends. Work runs without a
 * transaction; its result is written only while the claim is the own one. See README.md.
 */

export type QueueWork = { db: Database; clock: Clock; backoff?: BackoffRunner };

/** Columns to write. A result without a new `due_at` must take the row out of what is due. */
export type Result = {
  set: ColumnValues;
  /** Writes more in the same transaction, only if the claim is still held. */
  also?: (tx: Transaction) => Promise<void>;
  /** Runs once the result is written. */
  onWritten?: () => Promise<void>;
  /** Cleans up if the claim was lost. */
  onLost?: () => Promise<void>;
};

/** A failure that says nothing about the item: its attempt does not count, and this run claims no more. */
export type PutBack = { put_back_ms: number; fault?: { piece: string; error: unknown } };

export type QueueDeclaration<Item extends Claimed, Work extends QueueWork> = QueueTable<Item> & {
  /** Names items in the log, as in `mail 0197…`. */
  name: string;
  /** Longer than the work may take, so that only a dead process loses a claim. */
  lease_ms: number;
  /** How many items a process works on at once. */
  at_once: number;
  /** Work on one item of an account at a time, and on accounts in turn. */
  takes_turns?: boolean;
  /** Reads what may be claimed now; returns more conditions of rows named `waiting`. */
  andOpen?: (work: Work, now: Date) => Promise<(db: Queryable) => Fragment>;
  /** Returns undefined to leave the row leased: it is due again when the lease ends. */
  work: (work: Work, item: Item) => Promise<Result | undefined>;
  /** Decides about an error of the work. Other errors are logged and counted, and leave the row leased. */
  onFailure?: (work: Work, item: Item, error: unknown) => Pick<Result, 'set'> | PutBack | undefined;
};

export type LeasedQueue<Item extends Claimed, Work extends QueueWork> = {
  declaration: QueueDeclaration<Item, Work>;
  isDue: (db: Queryable, now: Date) => Fragment;
  /** Writes the result of an item that was claimed when it was queued; false where the claim is lost. */
  settle: (
    db: Queryable,
    claimed: { account_id: string; id: string; claim_id: string },
    set: ColumnValues,
  ) => Promise<boolean>;
  /** Works on all that is due; the number of items that were claimed and not put back. */
  run: (work: Work) => Promise<number>;
};

/** Rows that are listed beyond those to claim, since other workers claim or lock the same ones. */
const LISTED_BEYOND = 10;
/** How often more is looked for while items are being worked on and places are free. */
const POLL_MS = 500;
const LOCKED_MS = 60_000;

export function leasedQueue<Item extends Claimed, Work extends QueueWork>(
  declaration: QueueDeclaration<Item, Work>,
): LeasedQueue<Item, Work> {
  return {
    declaration,
    isDue: (db, now) => existsDue(db, declaration, now),
    settle: (db, { account_id, id, claim_id }, set) =>
      writeClaimed(db, account_id, declaration, { id, held: { claim_id }, set }),
    run: (work) => new Run(declaration, work).all(),
  };
}

class Run<Item extends Claimed, Work extends QueueWork> {
  readonly #queue: QueueDeclaration<Item, Work>;
  readonly #work: Work;
  readonly #backoff: BackoffRunner;
  readonly #running = new Map<Item, Promise<void>>();
  /** Accounts whose rows could not be claimed. */
  readonly #passed_by = new Set<string>();
  #last_account: string | undefined;
  #count = 0;
  #is_over = false;
  #failure: { error: unknown } | undefined;

  constructor(queue: QueueDeclaration<Item, Work>, work: Work) {
    this.#queue = queue;
    this.#work = work;
    this.#backoff = work.backoff ?? failFast;
  }

  /** After a failure nothing more is claimed; it is thrown when the items that are being worked on have ended. */
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
    const is_full = this.#running.size >= this.#queue.at_once;
    if (may_be_more && !is_full) return;
    const looking = new AbortController();
    const poll = is_full ? [] : [sleep(POLL_MS, undefined, { signal: looking.signal }).catch(() => {})];
    await Promise.race([...this.#running.values(), ...poll]);
    looking.abort();
  }

  /** After the last account, continues with the first. True if another claim may find more. */
  async #claimMore(): Promise<boolean> {
    const after = this.#queue.takes_turns ? this.#last_account : undefined;
    const may_be_more = after !== undefined && (await this.#claimAfter(after));
    return may_be_more || this.#claimAfter(undefined);
  }

  async #claimAfter(after: string | undefined): Promise<boolean> {
    const { lease_ms, at_once, takes_turns = false } = this.#queue;
    const { db, clock } = this.#work;
    const now = clock.now();
    const claim = { claim_id: randomUUID(), now, lease_until: new Date(now.getTime() + lease_ms) };
    const room = at_once - this.#running.size;
    const limit = room + LISTED_BEYOND;
    const andOpen = await this.#queue.andOpen?.(this.#work, now);
    const busy = takes_turns ? [...this.#running.keys()].map(({ account_id }) => account_id) : [];
    const except = [...this.#passed_by, ...busy];
    const listed = await listDueRows(db, this.#queue, {
      now,
      limit,
      andOpen,
      after,
      except,
      by_account: takes_turns,
    });
    return this.#claimListed(listed, claim, room);
  }

  /**
   * Claims account by account, so that each statement meets the rows of one account only, and one whose rows cannot be
   * claimed stops no other. True if another list would differ.
   */
  async #claimListed(listed: readonly Listed[], claim: Claim, room: number): Promise<boolean> {
    const { takes_turns = false } = this.#queue;
    let free = room;
    for (let at = 0, step = 0; at < listed.length && free > 0; at += step) {
      step = takes_turns ? listed.length : free;
      const next = listed.slice(at, at + step);
      for (const [account_id, some] of Map.groupBy(next, (one) => one.account_id))
        if (free > 0) free -= await this.#claimOf(account_id, some, claim, takes_turns ? 1 : free);
    }
    return free < room || listed.some(({ account_id }) => this.#passed_by.has(account_id));
  }

  /** Claims rows of an account; returns how many. */
  async #claimOf(
    account_id: string,
    listed: readonly Listed[],
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
    if (!is_done) this.#passed_by.add(account_id);
    if (claimed > 0) this.#last_account = account_id;
    return claimed;
  }

  #start(item: Item, lease: RowLease): void {
    this.#count += 1;
    const running = this.#takeTurn(item, lease)
      .catch((error: unknown) => {
        this.#failure ??= { error };
        this.#is_over = true;
      })
      .finally(() => this.#running.delete(item));
    this.#running.set(item, running);
  }

  /** An item that was claimed when the process was about to stop is put back. */
  async #takeTurn(item: Item, lease: RowLease): Promise<void> {
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

  async #resultOf(item: Item): Promise<Result | PutBack | undefined> {
    const { work, onFailure } = this.#queue;
    try {
      return await work(this.#work, item);
    } catch (error) {
      const decision = onFailure?.(this.#work, item, error);
      if (!decision) throw error;
      return decision;
    }
  }

  async #settle(item: Item, held: RowLease, { set, also, onWritten, onLost }: Result): Promise<void> {
    const { account_id, id } = item;
    const write = (db: Queryable) => writeClaimed(db, account_id, this.#queue, { id, held, set });
    const is_written = also
      ? await this.#settleTogether(item, held, async (tx) => {
          const is_own = await write(tx);
          if (is_own) await also(tx);
          return is_own;
        })
      : await this.#writeWhileLeased(held, () => write(this.#work.db));
    await (is_written ? onWritten : onLost)?.();
  }

  /** A transaction of many rows that met a lock is not repeated: the item is put back. */
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

  async #putBack(item: Item, held: RowLease, { put_back_ms, fault }: PutBack): Promise<void> {
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
    await this.#writeWhileLeased(held, () => writeClaimed(db, account_id, this.#queue, { id, held, set }));
    if (fault) this.#backoff.fail(fault.piece, fault.error);
  }

  /**
   * While another transaction locks the row or its table, the statement is repeated until the lease ends: the work is done,
   * and a result that is not written would have it done again.
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
