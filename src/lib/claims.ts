import type { Turns } from './turns.ts';
import { transaction, type Database, type Queryable, type Transaction } from './sql.ts';

/**
 * Shares work of accounts among workers on several nodes. `next` takes the first free item after another in
 * one statement over all accounts; `list` and `take` do the same in two steps, for rows that are spread by
 * account. Locked items are skipped.
 */
export type Claims<Item> = {
  next(tx: Transaction, after: Item | undefined): Promise<Item | undefined>;
  list(db: Queryable): Promise<Item[]>;
  take(tx: Transaction, item: Item): Promise<Item | undefined>;
};

export type ClaimForm = 'one statement' | 'account by account';

export type Shift<Item> = {
  db: Database;
  claims: Claims<Item>;
  form: ClaimForm;
  /** Runs in the transaction that locks the item. */
  work: (tx: Transaction, item: Item) => Promise<void>;
  /** A failing item does not stop the others. */
  turns: Turns;
  nameOf: (item: Item) => string;
};

/** Each item that is free, once. */
export function workThrough<Item>(shift: Shift<Item>): Promise<void> {
  return shift.form === 'one statement' ? workInOrder(shift) : workByList(shift);
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

async function workInOrder<Item>(shift: Shift<Item>): Promise<void> {
  const { claims } = shift;
  let after: Item | undefined;
  do after = await workOne(shift, (tx) => claims.next(tx, after));
  while (after);
}

async function workByList<Item>(shift: Shift<Item>): Promise<void> {
  const { db, claims } = shift;
  for (const item of await claims.list(db)) await workOne(shift, (tx) => claims.take(tx, item));
}

async function workOne<Item>(
  { db, work, turns, nameOf }: Shift<Item>,
  claim: (tx: Transaction) => Promise<Item | undefined>,
): Promise<Item | undefined> {
  let item: Item | undefined;
  try {
    await transaction(db, async (tx) => {
      item = await claim(tx);
      if (item && !turns.waits(nameOf(item))) await work(tx, item);
    });
    if (item && !turns.waits(nameOf(item))) turns.succeed(nameOf(item));
  } catch (error) {
    if (!item) throw error;
    turns.fail(nameOf(item), error);
  }
  return item;
}
