import { randomUUID } from 'node:crypto';
import { insertRows } from '../../lib/sql/insertRows.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { ListColumns } from './rows.ts';

/** The columns of a row that its list counts, and any other. */
export type CountedRow = Readonly<Record<string, unknown>>;

/** A row before and after it was changed while its transaction held it. */
export type CountedChange = { before: CountedRow; after: CountedRow };

/** Appends a delta for each row that the transaction inserts. */
export function insertNewDeltas(
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

/** Minus the old, plus the new, none where both count alike. */
export function insertChangeDeltas(
  tx: Transaction,
  account_id: string,
  list: ListColumns,
  changes: readonly CountedChange[],
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

/** A change of one row has two deltas mostly. */
function valuesOf(tx: Transaction, account_id: string, deltas: readonly Delta[]): Fragment {
  if (deltas.length !== 2) return insertRows(tx, account_id, 'count_deltas', deltas);
  return tx`${tx(deltas.map((delta) => ({ account_id, ...delta })))}`;
}

/** The delta of a row; undefined for a row that is not listed. */
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

// across accounts: the installation's own health
export async function countWaitingDeltas(db: Queryable): Promise<number> {
  const [waiting] = await db<[{ count: number }]>`
    select count(*)::int as count
    from count_deltas`;
  return waiting.count;
}
