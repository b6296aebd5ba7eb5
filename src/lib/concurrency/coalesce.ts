import { runOutsideRequests, recordRequestWrite } from '../sql/retrySafety.ts';
import { isRejected, type Database } from '../sql/sql.ts';
import { Limiter } from './limiter.ts';
import { rememberSpan, runInItemSpan, runInItemSpans } from '../process/tracing/shared.ts';

export type CoalescedWork<Item, Result> = {
  /**
   * Runs several items in one statement or transaction. A result of undefined means: run this item separately with
   * `alone`.
   */
  run: (db: Database, account_id: string, items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;
  alone: (db: Database, account_id: string, item: Item) => Promise<Result>;
  /** Maximum number of concurrent runs per account. Further items wait. */
  at_once: number;
  /** Maximum number of items per run. */
  most: number;
  /** Maximum time that an item waits for running work to end. */
  wait_ms: number;
  /** True if a result means that the request has written something. */
  writes?: boolean;
};

/**
 * Merges items of one account into one run if they arrive in the same turn of the event loop, or while `at_once` runs
 * of the account are busy. Each item gets its own result. If the database rejects a run, each of its items runs
 * separately.
 */
export function coalesce<Item, Result>(
  work: CoalescedWork<Item, Result>,
): (db: Database, account_id: string, item: Item) => Promise<Result> {
  const queues = new WeakMap<Database, Queues<Item, Result>>();
  return (db, account_id, item) => {
    const own = queues.get(db) ?? openQueues(work);
    queues.set(db, own);
    rememberSpan(item);
    const done = new Promise<Result>((resolve, reject) => {
      const waiting = own.waiting.get(account_id) ?? [];
      own.waiting.set(account_id, waiting);
      if (waiting.push({ item, resolve, reject }) === 1)
        setImmediate(() => void startRun(work, own, db, account_id));
    });
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
type Queues<Item, Result> = { waiting: Map<string, Waiting<Item, Result>[]>; running: Limiter };

function openQueues<Item, Result>({ at_once, wait_ms }: CoalescedWork<Item, Result>): Queues<Item, Result> {
  return {
    waiting: new Map(),
    running: new Limiter({ most_per_key: () => at_once, wait_ms, may_exceed_after_wait: true }),
  };
}

/** Runs the oldest items as soon as a slot is free, or after `wait_ms`. */
async function startRun<Item, Result>(
  work: CoalescedWork<Item, Result>,
  queues: Queues<Item, Result>,
  db: Database,
  account_id: string,
): Promise<void> {
  await queues.running.run(async () => {
    const waiting = queues.waiting.get(account_id) ?? [];
    const batch = waiting.splice(0, work.most);
    const running = runOutsideRequests(() => runBatch(work, db, account_id, batch));
    if (waiting.length > 0) void startRun(work, queues, db, account_id);
    else queues.waiting.delete(account_id);
    await running;
  }, account_id);
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
