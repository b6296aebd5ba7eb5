import { nextBucketStart, narrowerLevel } from '../lib/sql/buckets.ts';
import { lockedQueue } from '../lib/concurrency/queue/queue.ts';
import type { Database, Fragment, Queryable, Transaction } from '../lib/sql/sql.ts';
import type { BackoffRunner } from '../lib/concurrency/backoffRunner.ts';
import type { CountedSource } from './view.ts';
import * as cells from './sql/cells.ts';
import * as claims from './sql/ledger.ts';
import * as queries from './sql/rollUp.ts';

/*
 * Keeps the stored counts of lists up to date. A transaction that changes rows only inserts deltas, so that
 * transactions do not wait for each other's counters. These jobs add the deltas to cells later: counts per owner, trait
 * and time bucket. A cell with many rows is split into cells of shorter periods, so that a page at a large offset skips
 * few rows. Trade-off: every read must also sum the deltas that are not yet added.
 */

type Ledger = claims.CountedListKey;

type Limits = {
  /** A list with at least this many deltas is busy: its deltas are added to the cells twice a second. */
  busy: number;
  /** The number of rows above which a cell is split into cells of shorter periods. */
  dense: number;
};

export type RollupOptions = {
  db: Database;
  lists: readonly CountedSource[];
  backoff?: BackoffRunner;
  limits?: Limits;
};

const LIMITS: Limits = { busy: 200, dense: 2_000 };
/** The maximum number of deltas per statement. */
const MOST = 2_000;

export const UNCOUNTED_LIST_QUEUE = lockedQueue(claims.UNCOUNTED_LIST_TABLE);
export const COUNTED_LIST_QUEUE = lockedQueue(claims.COUNTED_LIST_TABLE);
/** The `due` conditions of both queues ignore their time argument. */
const ANY_TIME = new Date(0);

/**
 * Counts lists that have no counts yet: their rows come from an earlier version, or were loaded directly into the
 * database.
 */
export async function countUncountedLists(rollup: RollupOptions): Promise<void> {
  const items = await UNCOUNTED_LIST_QUEUE.listDue(rollup.db, ANY_TIME);
  await UNCOUNTED_LIST_QUEUE.run({
    ...rollup,
    now: ANY_TIME,
    items,
    work: (tx, ledger) => withList(rollup, tx, ledger, countList),
  });
}

/**
 * Adds the deltas of lists that change often to their stored counts. Each read of a list sums the deltas that remain,
 * so their number must stay small.
 */
export function rollUpBusyLists(rollup: RollupOptions): Promise<void> {
  return rollUpChangedLists(rollup, (rollup.limits ?? LIMITS).busy);
}

/** An SQL condition: true if a list has enough deltas to count as busy. */
export function busyListsCondition(db: Queryable): Fragment {
  return claims.changedListsCondition(db, LIMITS.busy);
}

/** Adds all deltas of all lists to the cells. */
export function rollUpAllLists(rollup: RollupOptions): Promise<void> {
  return rollUpChangedLists(rollup, 1);
}

async function rollUpChangedLists(rollup: RollupOptions, at_least: number): Promise<void> {
  await COUNTED_LIST_QUEUE.run({
    ...rollup,
    now: ANY_TIME,
    items: await claims.listChangedLists(rollup.db, at_least),
    // A new list has deltas, but no row in `count_ledgers`, which the queue locks.
    async beforeLock(tx, { account_id, counted, is_open }) {
      if (!is_open) await claims.insertMissingLedger(tx, account_id, counted);
    },
    work: (tx, ledger) => withList(rollup, tx, ledger, rollUpList),
  });
}

async function withList(
  { lists, limits = LIMITS }: RollupOptions,
  tx: Transaction,
  { account_id, counted }: Ledger,
  work: typeof rollUpList,
): Promise<void> {
  const list = lists.find(({ name }) => name === counted);
  if (list) await work(tx, list, account_id, limits);
}

async function rollUpList(
  tx: Transaction,
  list: CountedSource,
  account_id: string,
  limits: Limits,
): Promise<void> {
  for (let taken = MOST; taken === MOST;) {
    const deltas = await queries.takeDeltas(tx, account_id, list.name, MOST);
    taken = deltas.taken;
    const touched = taken === 0 ? [] : await queries.addToCells(tx, account_id, list.name, deltas.sums);
    await splitDense(tx, account_id, touched, { list, limits });
  }
}

/** Counts all rows of a list into cells. Transactions that change rows are not blocked meanwhile. */
async function countList(
  tx: Transaction,
  list: CountedSource,
  account_id: string,
  limits: Limits,
): Promise<void> {
  await cells.clearCells(tx, account_id, list.name);
  const months = await cells.countIntoMonthCells(tx, account_id, list);
  await splitDense(tx, account_id, months, { list, limits });
}

async function splitDense(
  tx: Transaction,
  account_id: string,
  touched: readonly cells.CellKey[],
  { list, limits }: { list: CountedSource; limits: Limits },
): Promise<void> {
  if (touched.length === 0) return;
  const dense = await cells.listCellsToSplit(tx, account_id, list.name, {
    cells: touched,
    dense: limits.dense,
  });
  const parts: cells.CellKey[] = [];
  for (const cell of dense) {
    const below = narrowerLevel(cell.level);
    if (!below) continue;
    const split = { cell, below, ends_at: nextBucketStart(cell.level, new Date(cell.starts_at)) };
    parts.push(...(await cells.splitCell(tx, account_id, list, split)));
  }
  await splitDense(tx, account_id, parts, { list, limits });
}
