import { nextBucketStart } from '../lib/sql/buckets.ts';
import { lockedQueue } from '../lib/concurrency/queue/queue.ts';
import type { Clock } from '../lib/time/clock.ts';
import { transaction, type Database } from '../lib/sql/sql.ts';
import type { Log } from '../lib/log.ts';
import { failFast, type BackoffRunner } from '../lib/concurrency/backoffRunner.ts';
import type { CountedSource } from './view.ts';
import * as queries from './sql/check.ts';

export type CountCheckOptions = {
  db: Database;
  lists: readonly CountedSource[];
  clock: Clock;
  log: Log;
  backoff?: BackoffRunner;
  /** Called after each checked list with the number of counts that were wrong. */
  observe?: (counted: CountedSource['name'], wrong_cells: number) => void;
};

export const UNCHECKED_LIST_QUEUE = lockedQueue(queries.UNCHECKED_LIST_TABLE);

/** Compares the stored counts of each list with its rows once a day, month by month, and corrects wrong counts. */
export async function checkCounts(checker: CountCheckOptions): Promise<void> {
  const { db, clock, backoff = failFast } = checker;
  const now = clock.now();
  const due: queries.UncheckedList[] = [];
  await UNCHECKED_LIST_QUEUE.run({
    db,
    now,
    backoff,
    items: await UNCHECKED_LIST_QUEUE.listDue(db, now),
    async work(tx, item) {
      await queries.recordCheck(tx, item.account_id, item.counted, clock.now());
      due.push(item);
    },
  });
  for (const one of due) {
    const { account_id, counted } = one;
    if (await backoff.run(`${counted} of ${account_id}`, () => checkOne(checker, one))) continue;
    await transaction(db, (tx) => queries.recordCheck(tx, account_id, counted, null));
  }
}

async function checkOne(
  { db, lists, log, observe }: CountCheckOptions,
  { account_id, counted }: queries.UncheckedList,
): Promise<void> {
  const list = lists.find(({ name }) => name === counted);
  const wrong = list ? await checkList(db, list, account_id) : 0;
  if (wrong > 0)
    log.error({ account_id, counted, wrong }, 'counter differed from its rows and was corrected');
  observe?.(counted, wrong);
}

/** Checks one month per transaction, because the check locks the list against the job that updates its counts. */
async function checkList(db: Database, list: CountedSource, account_id: string): Promise<number> {
  let wrong = 0;
  let month: string | undefined = 'infinity';
  while (month !== undefined) {
    const before: string = month;
    month = await transaction(db, async (tx) => {
      const starts_at = await queries.lockListAndFindMonth(tx, account_id, list, before);
      if (starts_at === undefined) return undefined;
      const ends_at = nextBucketStart('month', new Date(starts_at));
      wrong += await queries.correctMonthCells(tx, account_id, list, { starts_at, ends_at });
      return starts_at;
    });
  }
  return wrong + (await transaction(db, (tx) => queries.correctRowCount(tx, account_id, list.name)));
}
