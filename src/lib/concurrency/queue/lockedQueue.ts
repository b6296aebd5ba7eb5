import {
  transaction,
  type Database,
  type Fragment,
  type Queryable,
  type Transaction,
} from '../../sql/sql.ts';
import { failFast, type BackoffRunner } from '../backoffRunner.ts';
import { existsDueRow } from './leaseStatements.ts';

/*
 * Queue for work inside the database, such as counting a list. A worker claims a row with a row lock, which ends with
 * the transaction. If a process dies, the row is free immediately, and the table needs no lease columns. See README.md.
 */

type OfAccount = { account_id: string };

export type LockedTable<Item extends OfAccount> = {
  table: string;
  /** Columns that identify a row within an account; empty if an account has at most one due row. */
  key: readonly Exclude<keyof Item & string, 'account_id'>[];
  /** Sort column, oldest first; default: the order of the key. */
  order?: string;
  /** Condition for due rows, which have the alias `waiting`. */
  due: (db: Queryable, now: Date) => Fragment;
  /** Name of an item in the log. */
  nameOf: (item: Item) => string;
};

type LockedWork<Item extends OfAccount> = {
  db: Database;
  now: Date;
  backoff?: BackoffRunner;
  items: readonly Item[];
  /** Runs first in the transaction, before the row is locked. */
  beforeLock?: (tx: Transaction, item: Item) => Promise<void>;
  /** Runs in the transaction after the row is locked. */
  work: (tx: Transaction, item: Item) => Promise<void>;
};

export type LockedQueue<Item extends OfAccount> = {
  isDue: (db: Queryable, now: Date) => Fragment;
  listDue: (db: Queryable, now: Date) => Promise<Item[]>;
  /**
   * Locks the row until the transaction ends. Returns false if the row is no longer due or another worker has locked
   * it.
   */
  lock: (tx: Transaction, item: Item, now: Date) => Promise<boolean>;
  /**
   * Works once on each item that is not locked by another worker, and returns their number. A failing item does not
   * stop the others.
   */
  run: <Listed extends Item>(work: LockedWork<Listed>) => Promise<number>;
};

export function lockedQueue<Item extends OfAccount>(table: LockedTable<Item>): LockedQueue<Item> {
  const lock = (tx: Transaction, item: Item, now: Date) => lockDue(tx, item.account_id, table, { item, now });
  return {
    isDue: (db, now) => existsDueRow(db, table, now),
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
