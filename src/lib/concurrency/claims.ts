import type { Clock } from '../time/clock.ts';
import type { Turns } from './turns.ts';
import { isLockTimeout, transaction, type Database, type Queryable, type Transaction } from '../sql/sql.ts';

/** Shares work of accounts among workers on several nodes: each lists what there is and takes one after the other. */
export type Claims<Item, Taken = Item> = {
  list(db: Queryable): Promise<Item[]>;
  /** Locks the item; undefined where another worker has it, or where there is nothing left to do. */
  take(tx: Transaction, item: Item): Promise<Taken | undefined>;
};

export type Shift<Item, Taken = Item> = {
  db: Database;
  claims: Claims<Item, Taken>;
  /** Runs in the transaction that locks the item. */
  work: (tx: Transaction, item: Taken) => Promise<void>;
  /** A failing item does not stop the others. */
  turns: Turns;
  nameOf: (item: Item) => string;
};

/** Each item that is free, once. */
export async function workThrough<Item, Taken = Item>({
  db,
  claims,
  work,
  turns,
  nameOf,
}: Shift<Item, Taken>): Promise<void> {
  for (const item of await claims.list(db)) {
    await turns.take(nameOf(item), () =>
      transaction(db, async (tx) => {
        const taken = await claims.take(tx, item);
        if (taken) await work(tx, taken);
      }),
    );
  }
}

/**
 * Claims what was found due, account by account, so that each statement meets the rows of one account only. What was
 * claimed before a failure is worked on; the failure comes again with the next turn.
 */
export async function claimByAccount<Due extends { account_id: string }, Claimed>(
  due: readonly Due[],
  claim: (account_id: string, due: readonly Due[]) => Promise<readonly Claimed[]>,
): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  for (const [account_id, some] of Map.groupBy(due, (one) => one.account_id)) {
    try {
      claimed.push(...(await claim(account_id, some)));
    } catch (error) {
      if (claimed.length === 0) throw error;
      break;
    }
  }
  return claimed;
}

/**
 * Writes the result of claimed work. While another transaction locks the row or its table, the statement is repeated
 * until the lease ends: the work is done, and a result that is not written would have it done again.
 */
export async function writeWhileLeased<T>(
  { clock, lease_until }: { clock: Clock; lease_until: Date },
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isLockTimeout(error) || clock.now() >= lease_until) throw error;
    }
  }
}
