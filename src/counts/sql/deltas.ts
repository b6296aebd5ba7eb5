import { randomUUID } from 'node:crypto';
import { insertRows } from '../../lib/sql/insertRows.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { ListColumns } from './rows.ts';

/** A row with at least the columns that its list counts. */
export type CountedRow = Readonly<Record<string, unknown>>;

/** A row before and after an update. The transaction must have locked it before reading `before`. */
export type RowChange = { before: CountedRow; after: CountedRow };

/** Writes a delta of +1 for each inserted row. A background job later adds deltas to the stored counts. */
export function insertDeltasForInserts(
  tx: Transaction,
  account_id: string,
  list: ListColumns,
  rows: readonly CountedRow[],
): Promise<void> {
  return insertDeltas(
    tx,
    account_id,
    rows.flatMap((row) => deltaOf(list, row, 1)),
  );
}

/**
 * Writes a delta of -1 for the old row and +1 for the new row. Rows whose counted columns did not change get no deltas.
 */
export function insertDeltasForUpdates(
  tx: Transaction,
  account_id: string,
  list: ListColumns,
  changes: readonly RowChange[],
): Promise<void> {
  return insertDeltas(
    tx,
    account_id,
    changes.flatMap(({ before, after }) => {
      const [gone, come] = [deltaOf(list, before, -1), deltaOf(list, after, 1)];
      return countsAlike(gone, come) ? [] : [...gone, ...come];
    }),
  );
}

type Delta = { counted: string; id: string; owner: unknown; trait: string; at: Date; change: number };

async function insertDeltas(tx: Transaction, account_id: string, deltas: readonly Delta[]): Promise<void> {
  if (deltas.length === 0) return;
  await tx`insert into count_deltas ${valuesOf(tx, account_id, deltas)}`;
}

/** Uses a plain insert for two deltas, the usual number when one row changes, and a bulk insert otherwise. */
function valuesOf(tx: Transaction, account_id: string, deltas: readonly Delta[]): Fragment {
  if (deltas.length !== 2) return insertRows(tx, account_id, 'count_deltas', deltas);
  return tx`${tx(deltas.map((delta) => ({ account_id, ...delta })))}`;
}

/** Returns the delta of a row, or an empty list for a deleted row. */
function deltaOf(
  { table, at, owner, traits, deleted_at }: ListColumns,
  row: CountedRow,
  change: number,
): Delta[] {
  if (deleted_at !== undefined && (row[deleted_at] ?? null) !== null) return [];
  return [
    {
      counted: table,
      id: randomUUID(),
      owner: owner === undefined ? null : row[owner],
      trait: traits.map((column) => row[column]).join(' '),
      at: momentOf(row[at]),
      change,
    },
  ];
}

function countsAlike(gone: readonly Delta[], come: readonly Delta[]): boolean {
  const ofDelta = ({ owner, trait, at }: Delta) => JSON.stringify([owner, trait, at]);
  return gone.map(ofDelta).join() === come.map(ofDelta).join();
}

function momentOf(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value === 'string') return new Date(value);
  throw new TypeError('a counted row without its time');
}

// across accounts: a metric of the whole installation
export async function countWaitingDeltas(db: Queryable): Promise<number> {
  const [waiting] = await db<[{ count: number }]>`
    select count(*)::int as count
    from count_deltas`;
  return waiting.count;
}
