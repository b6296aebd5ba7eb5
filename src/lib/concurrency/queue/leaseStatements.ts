import type { Fragment, Queryable } from '../../sql/sql.ts';

export type ColumnValues = Readonly<Record<string, unknown>>;

/** Columns of every claimed item. `attempts` includes the current claim. */
export type ClaimedItem = { account_id: string; id: string; attempts: number };

/** Description of a queue table. Names become part of SQL text, so they must be literals in the code. */
export type QueueTable<Item extends ClaimedItem> = {
  table: string;
  /** Column that identifies a row within an account. Claimed items return it as `id`. */
  key: string;
  /**
   * Columns of the lease. `due_at` of a claimed row is the end of its lease. Without `claim_id`, that time also
   * identifies the claim, because each later claim ends later.
   */
  lease: { due_at: string; attempts: string; claim_id?: string };
  /** Further columns of the row that the worker of the queue needs. */
  columns: readonly Exclude<keyof Item & string, keyof ClaimedItem>[];
  /**
   * Condition for due rows, which have the alias `waiting`. It must repeat the condition of the partial index, so that
   * the index on `due_at` serves it.
   */
  due: (db: Queryable, now: Date) => Fragment;
  /** Additional columns that a claim sets. */
  onClaim?: (now: Date) => ColumnValues;
  /** Additional columns that are set when a claimed row is put back. */
  onPutBack?: ColumnValues;
};

export type Claim = { claim_id: string; now: Date; lease_until: Date };
export type RowLease = Omit<Claim, 'now'>;

type Table = Omit<QueueTable<ClaimedItem>, 'columns'> & { columns: readonly string[] };

/** True if the table has a due row. One statement combines this condition for all queues. */
// across accounts: the workers of all processes share each queue
export function existsDueRow(
  db: Queryable,
  { table, due }: Pick<Table, 'table' | 'due'>,
  now: Date,
): Fragment {
  return db`
    exists (
      select 1
      from ${db(table)} as waiting
      where ${due(db, now)}
    )`;
}

export type DueRow = { account_id: string; id: string };

export type DueRowFilter = {
  now: Date;
  limit: number;
  /** Additional conditions on rows with the alias `waiting`. */
  andOpen?: ((db: Queryable) => Fragment) | undefined;
  /** Lists only accounts with a larger id, to continue after the last account. */
  after: string | undefined;
  /** Accounts to skip. */
  except: readonly string[];
  /** Sorts by account, then by age; otherwise only by age. */
  by_account: boolean;
};

// across accounts: the workers of all processes share each queue
export function listDueRows(
  db: Queryable,
  { table, key, lease, due }: Table,
  { now, limit, andOpen, after, except, by_account }: DueRowFilter,
): Promise<DueRow[]> {
  return db<DueRow[]>`
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
 * Claims up to `limit` of the given rows of one account and skips rows that another transaction locks. The rows are
 * selected in an array, which is evaluated once: a joined subquery could run again for each row and claim more than the
 * limit.
 */
export function claimRows<Item extends ClaimedItem>(
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

/** Writes columns of a claimed row and ends the claim. Returns false if the claim is lost. */
export async function writeClaimedRow(
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
