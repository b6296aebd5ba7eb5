import type { Turns } from './turns.ts';
import { transaction, type Database, type Queryable, type Transaction } from '../sql/sql.ts';

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
