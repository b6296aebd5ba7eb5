import type { Fragment, Queryable } from '../../sql/sql.ts';

export type ColumnValues = Readonly<Record<string, unknown>>;

/** Members that every claimed item has. `attempts` counts this claim too. */
export type Claimed = { account_id: string; id: string; attempts: number };

/** Table of a queue, with literal names of the code. */
export type QueueTable<Item extends Claimed> = {
  table: string;
  /** Column that identifies a row of an account; claimed items have its value as `id`. */
  key: string;
  /**
   * Columns of the lease. `due_at` of a claimed row is the end of its lease. A table without `claim_id` knows a claim by
   * that time alone, since each later claim ends later.
   */
  lease: { due_at: string; attempts: string; claim_id?: string };
  /** Other columns that the work needs. */
  columns: readonly Exclude<keyof Item & string, keyof Claimed>[];
  /** Condition of rows, named `waiting`, that are due: the one of the index on `due_at`, and `due_at` itself. */
  due: (db: Queryable, now: Date) => Fragment;
  /** Other columns that a claim sets. */
  onClaim?: (now: Date) => ColumnValues;
  /** Other columns that are set when a claimed row is put back. */
  onPutBack?: ColumnValues;
};

export type Claim = { claim_id: string; now: Date; lease_until: Date };
export type RowLease = Omit<Claim, 'now'>;

type Table = Omit<QueueTable<Claimed>, 'columns'> & { columns: readonly string[] };

/** True where something is due; a part of the statement that asks for all queues. */
// across accounts: the workers of all processes share each queue
export function existsDue(db: Queryable, { table, due }: Pick<Table, 'table' | 'due'>, now: Date): Fragment {
  return db`
    exists (
      select 1
      from ${db(table)} as waiting
      where ${due(db, now)}
    )`;
}

export type Listed = { account_id: string; id: string };

export type Listing = {
  now: Date;
  limit: number;
  /** More conditions of rows named `waiting`. */
  andOpen?: ((db: Queryable) => Fragment) | undefined;
  /** Lists accounts behind this one. */
  after: string | undefined;
  /** Accounts that are left out. */
  except: readonly string[];
  /** Lists account by account, otherwise the oldest first. */
  by_account: boolean;
};

// across accounts: the workers of all processes share each queue
export function listDueRows(
  db: Queryable,
  { table, key, lease, due }: Table,
  { now, limit, andOpen, after, except, by_account }: Listing,
): Promise<Listed[]> {
  return db<Listed[]>`
    select waiting.account_id, ${db(`waiting.${key}`)} as id
    from ${db(table)} as waiting
    where ${due(db, now)}
      ${andOpen?.(db) ?? db``}
      ${after === undefined ? db`` : db`and waiting.account_id > ${after}`}
      ${except.length === 0 ? db`` : db`and waiting.account_id <> all (${[...except]}::uuid[])`}
    order by ${by_account ? db`waiting.account_id,` : db``} ${db(`waiting.${lease.due_at}`)}
    limit ${limit}`;
}

/**
 * Claims up to `limit` of some rows of one account, without those that another transaction locks. The rows are chosen in an
 * array, which is filled once: a joined selection could run again for each row and claim more than the limit.
 */
export function claimRows<Item extends Claimed>(
  db: Queryable,
  account_id: string,
  { table, key, lease, columns, due, onClaim }: QueueTable<Item>,
  { ids, limit, claim }: { ids: readonly string[]; limit: number; claim: Claim },
): Promise<Item[]> {
  const { now, claim_id, lease_until } = claim;
  const attempts = db`${db(`item.${lease.attempts}`)}`;
  return db<Item[]>`
    update ${db(table)} as item
    set ${db({
      ...onClaim?.(now),
      ...(lease.claim_id !== undefined && { [lease.claim_id]: claim_id }),
      [lease.due_at]: lease_until,
      [lease.attempts]: db`${attempts} + 1`,
    })}
    where item.account_id = ${account_id}
      and ${db(`item.${key}`)} = any (array(
        select ${db(`waiting.${key}`)}
        from ${db(table)} as waiting
        where waiting.account_id = ${account_id}
          and ${db(`waiting.${key}`)} = any (${[...ids]}::uuid[])
          and ${due(db, now)}
        order by ${db(`waiting.${lease.due_at}`)}
        limit ${limit}
        for update skip locked
      ))
    returning
      item.account_id, ${db(`item.${key}`)} as id, ${attempts} as attempts
      ${[db``, ...columns.map((column) => db`, ${db(`item.${column}`)}`)]}`;
}

/** Writes columns of a claimed row and ends the claim; false where the claim is lost. */
export async function writeClaimed(
  db: Queryable,
  account_id: string,
  { table, key, lease }: Pick<Table, 'table' | 'key' | 'lease'>,
  { id, held, set }: { id: string; held: Partial<RowLease>; set: ColumnValues },
): Promise<boolean> {
  const token = lease.claim_id ?? lease.due_at;
  const value = lease.claim_id === undefined ? held.lease_until : held.claim_id;
  const { count } = await db`
    update ${db(table)}
    set ${db({ ...set, ...(lease.claim_id !== undefined && { [lease.claim_id]: null }) })}
    where account_id = ${account_id}
      and ${db(key)} = ${id}
      and ${db(token)} = ${value}`;
  return count === 1;
}
