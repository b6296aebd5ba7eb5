import { bucketAfter, levelBelow } from '../lib/sql/buckets.ts';
import { lockedQueue } from '../lib/concurrency/queue/queue.ts';
import type { Database, Fragment, Queryable, Transaction } from '../lib/sql/sql.ts';
import type { BackoffRunner } from '../lib/concurrency/backoffRunner.ts';
import type { CountedSource } from './view.ts';
import * as cells from './sql/cells.ts';
import * as claims from './sql/ledger.ts';
import * as queries from './sql/fold.ts';

type Ledger = claims.Ledger;

type Limits = {
  /** A list with so many deltas is busy. */
  busy: number;
  /** A cell with more rows is split. */
  dense: number;
};

export type Rollup = {
  db: Database;
  lists: readonly CountedSource[];
  backoff?: BackoffRunner;
  limits?: Limits;
};

const LIMITS: Limits = { busy: 200, dense: 2_000 };
/** The most deltas that one statement reads. */
const MOST = 2_000;

export const UNCOUNTED_LISTS = lockedQueue(claims.UNCOUNTED);
export const COUNTED_LISTS = lockedQueue(claims.COUNTED);
/** The conditions of both name no time. */
const ANY_TIME = new Date(0);

/** Counts lists whose rows have no deltas: those of an earlier version, and what was loaded past the service. */
export async function countUncounted(folder: Rollup): Promise<void> {
  const items = await UNCOUNTED_LISTS.listDue(folder.db, ANY_TIME);
  await UNCOUNTED_LISTS.run({
    ...folder,
    now: ANY_TIME,
    items,
    work: (tx, ledger) => withList(folder, tx, ledger, countList),
  });
}

/** Folds lists with many deltas, since readers add up what is not folded. */
export function rollUpBusyLists(folder: Rollup): Promise<void> {
  return rollUp(folder, (folder.limits ?? LIMITS).busy);
}

/** True if a list has many deltas that are not folded. */
export function areListsBusy(db: Queryable): Fragment {
  return claims.areListsChanged(db, LIMITS.busy);
}

/** Folds every list with deltas. */
export function rollUpAllLists(folder: Rollup): Promise<void> {
  return rollUp(folder, 1);
}

async function rollUp(folder: Rollup, at_least: number): Promise<void> {
  await COUNTED_LISTS.run({
    ...folder,
    now: ANY_TIME,
    items: await claims.listChanged(folder.db, at_least),
    // A list without a ledger has only deltas; its first fold needs one.
    async beforeLock(tx, { account_id, counted, is_open }) {
      if (!is_open) await claims.openLedger(tx, account_id, counted);
    },
    work: (tx, ledger) => withList(folder, tx, ledger, rollUpList),
  });
}

async function withList(
  { lists, limits = LIMITS }: Rollup,
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

/** Writers are not blocked. */
async function countList(
  tx: Transaction,
  list: CountedSource,
  account_id: string,
  limits: Limits,
): Promise<void> {
  await cells.clearCells(tx, account_id, list.name);
  const months = await cells.fillMonths(tx, account_id, list);
  await splitDense(tx, account_id, months, { list, limits });
}

async function splitDense(
  tx: Transaction,
  account_id: string,
  touched: readonly cells.Cell[],
  { list, limits }: { list: CountedSource; limits: Limits },
): Promise<void> {
  if (touched.length === 0) return;
  const dense = await cells.listDense(tx, account_id, list.name, { cells: touched, dense: limits.dense });
  const parts: cells.Cell[] = [];
  for (const cell of dense) {
    const below = levelBelow(cell.level);
    if (!below) continue;
    const split = { cell, below, ends_at: bucketAfter(cell.level, new Date(cell.starts_at)) };
    parts.push(...(await cells.splitCell(tx, account_id, list, split)));
  }
  await splitDense(tx, account_id, parts, { list, limits });
}
