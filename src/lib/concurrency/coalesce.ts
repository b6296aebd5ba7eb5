import { runOutsideRequests, recordRequestWrite } from '../sql/retrySafety.ts';
import { isRejected, type Database } from '../sql/sql.ts';
import { rememberSpan, runInItemSpan, runInItemSpans } from '../process/tracing/shared.ts';

export type CoalescedWork<Item, Result> = {
  /** Does several at once, in one statement or transaction; undefined for one that has to run alone. */
  run: (db: Database, account_id: string, items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;
  alone: (db: Database, account_id: string, item: Item) => Promise<Result>;
  /** How many runs of one account may be on their way before the next items wait. */
  at_once: number;
  /** The most items of a run. */
  most: number;
  /** The longest that an item waits for runs to end. */
  wait_ms: number;
  /** True if a result means that its request has written something. */
  writes?: boolean;
};

/**
 * Runs together what one account asks for in the same turn of the event loop, or while its earlier runs are on their
 * way. Each item has its own result: where the database refuses all of a run, each of them runs alone.
 */
export function coalesce<Item, Result>(
  work: CoalescedWork<Item, Result>,
): (db: Database, account_id: string, item: Item) => Promise<Result> {
  const queues = new WeakMap<Database, Map<string, Add<Item, Result>>>();
  return (db, account_id, item) => {
    const ofAccounts = queues.get(db) ?? new Map<string, Add<Item, Result>>();
    queues.set(db, ofAccounts);
    const add =
      ofAccounts.get(account_id) ??
      openQueue(
        work,
        (batch) => runBatch(work, db, account_id, batch),
        () => ofAccounts.delete(account_id),
      );
    ofAccounts.set(account_id, add);
    rememberSpan(item);
    const done = new Promise<Result>((resolve, reject) => add({ item, resolve, reject }));
    if (!work.writes) return done;
    return done.then((result) => {
      recordRequestWrite();
      return result;
    });
  };
}

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
};
type Batch<Item, Result> = readonly Waiting<Item, Result>[];
type Add<Item, Result> = (one: Waiting<Item, Result>) => void;
type Limits = Pick<CoalescedWork<unknown, unknown>, 'at_once' | 'most' | 'wait_ms'>;

function openQueue<Item, Result>(
  { at_once, most, wait_ms }: Limits,
  run: (batch: Batch<Item, Result>) => Promise<void>,
  onEmpty: () => void,
): Add<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  const start = async () => {
    running++;
    await runOutsideRequests(() => run(waiting.splice(0, most)));
    running--;
    startAll();
  };
  const startLate = () => {
    timer = undefined;
    void start();
    startAll();
  };
  const mayStart = () => waiting.length > 0 && running < at_once;
  const startAll = () => {
    while (mayStart()) void start();
    if (waiting.length > 0) return void (timer ??= setTimeout(startLate, wait_ms));
    clearTimeout(timer);
    timer = undefined;
    if (running === 0) onEmpty();
  };
  return (one) => {
    if (waiting.push(one) === 1) setImmediate(startAll);
  };
}

async function runBatch<Item, Result>(
  { run, alone }: CoalescedWork<Item, Result>,
  db: Database,
  account_id: string,
  batch: Batch<Item, Result>,
): Promise<void> {
  let results: readonly (Result | undefined)[] = [];
  const items = batch.map(({ item }) => item);
  try {
    if (batch.length > 1) results = await runInItemSpans(items, () => run(db, account_id, items));
  } catch (error) {
    if (!isRejected(error)) return batch.forEach(({ reject }) => reject(error));
  }
  await Promise.allSettled(
    batch.map(async ({ item, resolve }, at) => {
      const shared = results[at];
      const result = shared === undefined ? runInItemSpan(item, () => alone(db, account_id, item)) : shared;
      resolve(result);
      return result;
    }),
  );
}
