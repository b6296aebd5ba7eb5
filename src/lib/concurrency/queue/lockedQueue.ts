import {
  transaction,
  type Database,
  type Fragment,
  type Queryable,
  type Transaction,
} from '../../sql/sql.ts';
import { failFast, type BackoffRunner } from '../backoffRunner.ts';
import { existsDue } from './leaseStatements.ts';

/*
 * Rows that wait for work inside of the database, such as a list to count. A worker claims a row by a row lock, which ends
 * with its transaction: a process that ends leaves nothing to wait for, and no columns are needed. See README.md.
 */

type OfAccount = { account_id: string };

export type LockedTable<Item extends OfAccount> = {
  table: string;
  /** Columns that identify a row of an account; none where an account has at most one row that is due. */
  key: readonly Exclude<keyof Item & string, 'account_id'>[];
  /** Column of the oldest first; in order of the key if left out. */
  order?: string;
  /** Condition of rows, named `waiting`, that are due. */
  due: (db: Queryable, now: Date) => Fragment;
  /** Names an item in the log. */
  nameOf: (item: Item) => string;
};

type LockedWork<Item extends OfAccount> = {
  db: Database;
  now: Date;
  backoff?: BackoffRunner;
  items: readonly Item[];
  /** Runs in the transaction that locks the row, before the lock. */
  beforeLock?: (tx: Transaction, item: Item) => Promise<void>;
  /** Runs in the transaction that locks the row. */
  work: (tx: Transaction, item: Item) => Promise<void>;
};

export type LockedQueue<Item extends OfAccount> = {
  isDue: (db: Queryable, now: Date) => Fragment;
  listDue: (db: Queryable, now: Date) => Promise<Item[]>;
  /** Locks the row until the transaction ends; false where it is not due any more or another worker has it. */
  lock: (tx: Transaction, item: Item, now: Date) => Promise<boolean>;
  /** Works on each item that is free, once; returns how many there were. A failing item does not stop the others. */
  run: <Listed extends Item>(work: LockedWork<Listed>) => Promise<number>;
};

export function lockedQueue<Item extends OfAccount>(table: LockedTable<Item>): LockedQueue<Item> {
  const lock = (tx: Transaction, item: Item, now: Date) => lockDue(tx, item.account_id, table, { item, now });
  return {
    isDue: (db, now) => existsDue(db, table, now),
    listDue: (db, now) => listDue(db, table, now),
    lock,
    async run({ db, now, backoff = failFast, items, beforeLock, work }) {
      let count = 0;
      const workOn = (item: (typeof items)[number]) =>
        transaction(db, async (tx) => {
          await beforeLock?.(tx, item);
          if (!(await lock(tx, item, now))) return false;
          await work(tx, item);
          return true;
        });
      for (const item of items)
        await backoff.run(table.nameOf(item), async () => {
          if (await workOn(item)) count += 1;
        });
      return count;
    },
  };
}

// across accounts: the workers of all processes share each queue
function listDue<Item extends OfAccount>(
  db: Queryable,
  { table, key, order, due }: LockedTable<Item>,
  now: Date,
): Promise<Item[]> {
  const columns = ['account_id', ...key].map((column) => `waiting.${column}`);
  const oldest = order === undefined ? columns : [`waiting.${order}`];
  return db<Item[]>`
    select ${listOf(db, columns)}
    from ${db(table)} as waiting
    where ${due(db, now)}
    order by ${listOf(db, oldest)}`;
}

async function lockDue<Item extends OfAccount>(
  tx: Transaction,
  account_id: string,
  { table, key, due }: LockedTable<Item>,
  { item, now }: { item: Item; now: Date },
): Promise<boolean> {
  const locked = await tx`
    select 1
    from ${tx(table)} as waiting
    where waiting.account_id = ${account_id}
      ${[tx``, ...key.map((column) => tx`and ${tx(`waiting.${column}`)} = ${item[column]}`)]}
      and ${due(tx, now)}
    for update skip locked`;
  return locked.length === 1;
}

function listOf(db: Queryable, columns: readonly string[]): Fragment {
  return columns.map((column): Fragment => db`${db(column)}`).reduce((all, one) => db`${all}, ${one}`);
}
