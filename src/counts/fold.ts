import { bucketAfter, levelBelow } from '../lib/buckets.ts';
import { workThrough, type ClaimForm, type Claims } from '../lib/claims.ts';
import type { Database, Transaction } from '../lib/sql.ts';
import { allAtOnce, type Turns } from '../lib/turns.ts';
import type { Counted } from './view.ts';
import * as cells from './sql/cells.ts';
import * as claims from './sql/ledger.ts';
import * as queries from './sql/fold.ts';

type Ledger = claims.Ledger;

type Limits = {
  /** From this length on a list is counted in cells. */
  promote_at: number;
  /** A cell with more rows is split. */
  dense: number;
};

export type Folder = {
  db: Database;
  lists: readonly Counted[];
  turns?: Turns;
  form?: ClaimForm;
  limits?: Limits;
};

const LIMITS: Limits = { promote_at: 50_000, dense: 2_000 };
const MOST = 10_000;

/** Folds deltas of long lists often, since readers add up what is not folded. */
export function foldLong(folder: Folder): Promise<void> {
  return run(folder, changed(true));
}

/** Short lists are counted row by row; their deltas only tell when a list has become long. */
export async function foldShort(folder: Folder): Promise<void> {
  await claims.openLedgers(folder.db);
  await run(folder, UNCOUNTED);
  await run(folder, changed(false));
}

const take: Claims<Ledger>['take'] = (tx, { account_id, counted }) =>
  claims.takeLedger(tx, account_id, counted);

const UNCOUNTED: Claims<Ledger> = { next: claims.claimUncounted, list: claims.listUncounted, take };

function changed(in_cells: boolean): Claims<Ledger> {
  return {
    next: (tx, after) => claims.claimChanged(tx, in_cells, after),
    list: (db) => claims.listChanged(db, in_cells),
    take,
  };
}

function run(folder: Folder, claims: Claims<Ledger>): Promise<void> {
  const { db, lists, turns = allAtOnce, form = 'one statement', limits = LIMITS } = folder;
  return workThrough({
    db,
    claims,
    form,
    turns,
    nameOf: ({ account_id, counted }) => `${counted} of ${account_id}`,
    async work(tx, ledger) {
      const list = lists.find(({ name }) => name === ledger.counted);
      if (list) await foldList(tx, list, ledger, limits);
    },
  });
}

async function foldList(tx: Transaction, list: Counted, ledger: Ledger, limits: Limits): Promise<void> {
  const { account_id, counted, in_cells, row_count } = ledger;
  if (in_cells) return foldInCells(tx, list, account_id, limits);
  const length =
    row_count === null
      ? await queries.countRows(tx, account_id, list)
      : await queries.noteLength(tx, account_id, counted);
  if (length >= limits.promote_at) await promote(tx, list, account_id, limits);
}

async function foldInCells(
  tx: Transaction,
  list: Counted,
  account_id: string,
  limits: Limits,
): Promise<void> {
  for (let taken = MOST; taken === MOST;) {
    const folded = await queries.foldDeltas(tx, account_id, list.name, MOST);
    taken = folded.taken;
    await splitDense(tx, list, account_id, folded.touched, limits);
  }
}

/** Writers are not blocked. */
async function promote(tx: Transaction, list: Counted, account_id: string, limits: Limits): Promise<void> {
  const months = await cells.fillMonths(tx, account_id, list);
  await splitDense(tx, list, account_id, months, limits);
  await queries.enterCells(tx, account_id, list.name);
}

async function splitDense(
  tx: Transaction,
  list: Counted,
  account_id: string,
  touched: readonly cells.Cell[],
  limits: Limits,
): Promise<void> {
  if (touched.length === 0) return;
  const dense = await cells.listDense(tx, account_id, list.name, touched, limits.dense);
  const parts: cells.Cell[] = [];
  for (const cell of dense) {
    const below = levelBelow(cell.level);
    if (!below) continue;
    const split = { cell, below, ends_at: bucketAfter(cell.level, new Date(cell.starts_at)) };
    parts.push(...(await cells.splitCell(tx, account_id, list, split)));
  }
  await splitDense(tx, list, account_id, parts, limits);
}
