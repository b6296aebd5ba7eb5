import { askedByNone, noteUnserved, noteWritten } from './sql/away.ts';
import { isRefusal, type Database } from './sql.ts';
import { noteSpan, runFor, runForAll } from './tracing/shared.ts';

export type Shared<Item, Result> = {
  /** Does several at once, in one statement or transaction; undefined for one that has to run alone. */
  run: (db: Database, account_id: string, items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;
  alone: (db: Database, account_id: string, item: Item) => Promise<Result>;
  /** How many runs of one account may be on their way before the next items wait. */
  at_once: number;
  /** The most items of a run. */
  most: number;
  /** The longest that an item waits for runs to end. */
  wait_ms: number;
  /** Whether a result means that something was written, for whichever request it was. */
  writes?: boolean;
  /**
   * The row that an item locks. Items of one row may be in one run, which does them in order; the next ones wait here
   * until it has ended, and not in the database, where each would hold a connection.
   */
  rowOf?: (item: Item) => string;
  /** The longest that an item waits for others of its row. */
  row_wait_ms?: number;
};

/** Other requests changed the row for as long as one may wait. */
class RowBusy extends Error {
  constructor() {
    super('The row was being changed by other requests for too long');
    this.name = 'RowBusy';
  }
}

/**
 * Runs together what one account asks for in the same turn of the event loop, or while its earlier runs are on their
 * way. Each item has its own result: where the database refuses all of a run, each of them runs alone.
 */
export function together<Item, Result>(
  work: Shared<Item, Result>,
): (db: Database, account_id: string, item: Item) => Promise<Result> {
  const queues = new WeakMap<Database, Map<string, Add<Item, Result>>>();
  return (db, account_id, item) => {
    const ofAccounts = queues.get(db) ?? new Map<string, Add<Item, Result>>();
    queues.set(db, ofAccounts);
    const add =
      ofAccounts.get(account_id) ??
      openQueue(
        work,
        (batch, free) => runBatch(work, db, account_id, { batch, free }),
        () => ofAccounts.delete(account_id),
      );
    ofAccounts.set(account_id, add);
    noteSpan(item);
    const row = work.rowOf?.(item);
    const asked_ms = performance.now();
    const done = new Promise<Result>((resolve, reject) => add({ item, row, asked_ms, resolve, reject }));
    if (!work.writes) return done;
    return done.then((result) => {
      noteWritten();
      return result;
    });
  };
}

type Waiting<Item, Result> = {
  item: Item;
  row: string | undefined;
  asked_ms: number;
  /** Set once it waits for others of its row. */
  timer?: NodeJS.Timeout;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
};
type Batch<Item, Result> = readonly Waiting<Item, Result>[];
type Add<Item, Result> = (one: Waiting<Item, Result>) => void;
type Free = (row: string | undefined) => void;
type Limits = Pick<Shared<unknown, unknown>, 'at_once' | 'most' | 'wait_ms' | 'row_wait_ms'>;

function openQueue<Item, Result>(
  { at_once, most, wait_ms, row_wait_ms = Infinity }: Limits,
  run: (batch: Batch<Item, Result>, free: Free) => Promise<void>,
  onEmpty: () => void,
): Add<Item, Result> {
  const waiting = new Set<Waiting<Item, Result>>();
  const busy_rows = new Set<string>();
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Immediate | undefined;

  const isReady = ({ row }: Waiting<Item, Result>) => row === undefined || !busy_rows.has(row);
  const take = () => {
    const batch = [...waiting.values().filter(isReady).take(most)];
    for (const one of batch) {
      leave(waiting, one);
      if (one.row !== undefined) busy_rows.add(one.row);
    }
    return batch;
  };
  const free: Free = (row) => {
    if (row === undefined) return;
    busy_rows.delete(row);
    startAll();
  };
  const start = async () => {
    running++;
    await askedByNone(() => run(take(), free));
    running--;
    startAll();
  };
  const startLate = () => {
    timer = undefined;
    if (waiting.values().some(isReady)) void start();
    startAll();
  };
  const mayStart = () => running < at_once && waiting.values().some(isReady);
  const startAll = () => {
    while (mayStart()) void start();
    if (row_wait_ms !== Infinity) for (const one of waiting) limitWait(waiting, one, row_wait_ms);
    if (waiting.values().some(isReady)) return void (timer ??= setTimeout(startLate, wait_ms));
    clearTimeout(timer);
    timer = undefined;
    if (running === 0 && waiting.size === 0) onEmpty();
  };
  return (one) => {
    waiting.add(one);
    gathering ??= setImmediate(() => {
      gathering = undefined;
      startAll();
    });
  };
}

function leave<One extends { timer?: NodeJS.Timeout }>(waiting: Set<One>, one: One): void {
  waiting.delete(one);
  clearTimeout(one.timer);
}

/** Refuses an item that others of its row keep waiting for too long. */
function limitWait<Item, Result>(
  waiting: Set<Waiting<Item, Result>>,
  one: Waiting<Item, Result>,
  row_wait_ms: number,
): void {
  const giveUp = () => {
    leave(waiting, one);
    one.reject(noteUnserved(new RowBusy()));
  };
  one.timer ??= setTimeout(giveUp, row_wait_ms - (performance.now() - one.asked_ms));
}

async function runBatch<Item, Result>(
  { run, alone, row_wait_ms = Infinity }: Shared<Item, Result>,
  db: Database,
  account_id: string,
  { batch, free }: { batch: Batch<Item, Result>; free: Free },
): Promise<void> {
  let results: readonly (Result | undefined)[] = [];
  const items = batch.map(({ item }) => item);
  try {
    if (batch.length > 1) results = await runForAll(items, () => run(db, account_id, items));
  } catch (error) {
    if (!isRefusal(error)) {
      for (const { reject, row } of batch) {
        reject(error);
        free(row);
      }
      return;
    }
  }
  const runAlone = async ({ item, asked_ms, resolve, reject }: Waiting<Item, Result>) => {
    if (performance.now() - asked_ms > row_wait_ms) return reject(noteUnserved(new RowBusy()));
    const result = runFor(item, () => alone(db, account_id, item));
    resolve(result);
    await result.catch(() => {});
  };
  const lines = Map.groupBy(batch.entries(), ([at, { row }]) => row ?? at);
  await Promise.all(
    [...lines.values()].map(async (line) => {
      for (const [at, one] of line) {
        const shared = results[at];
        if (shared === undefined) await runAlone(one);
        else one.resolve(shared);
      }
      free(line[0]?.[1].row);
    }),
  );
}
