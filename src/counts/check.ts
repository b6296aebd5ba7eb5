import { bucketAfter } from '../lib/sql/buckets.ts';
import { lockedQueue } from '../lib/concurrency/queue/queue.ts';
import type { Clock } from '../lib/time/clock.ts';
import { transaction, type Database } from '../lib/sql/sql.ts';
import type { Log } from '../lib/log.ts';
import { failFast, type BackoffRunner } from '../lib/concurrency/backoffRunner.ts';
import type { CountedSource } from './view.ts';
import * as queries from './sql/check.ts';

export type Checker = {
  db: Database;
  lists: readonly CountedSource[];
  clock: Clock;
  log: Log;
  backoff?: BackoffRunner;
  /** Called for every list that was checked. */
  observe?: (counted: CountedSource['name'], wrong_cells: number) => void;
};

export const UNCHECKED_LISTS = lockedQueue(queries.UNCHECKED);

/** Recounts each list in cells once a day, month by month, and corrects what is wrong. */
export async function checkCounts(checker: Checker): Promise<void> {
  const { db, clock, backoff = failFast } = checker;
  const now = clock.now();
  const due: queries.Unchecked[] = [];
  await UNCHECKED_LISTS.run({
    db,
    now,
    backoff,
    items: await UNCHECKED_LISTS.listDue(db, now),
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
  { db, lists, log, observe }: Checker,
  { account_id, counted }: queries.Unchecked,
): Promise<void> {
  const list = lists.find(({ name }) => name === counted);
  const wrong = list ? await checkList(db, list, account_id) : 0;
  if (wrong > 0) log.error({ account_id, counted, wrong }, 'cells of a count were wrong and are corrected');
  observe?.(counted, wrong);
}

/** A month at a time, so that folding never waits long. */
async function checkList(db: Database, list: CountedSource, account_id: string): Promise<number> {
  let wrong = 0;
  let month: string | undefined = 'infinity';
  while (month !== undefined) {
    const before: string = month;
    month = await transaction(db, async (tx) => {
      const starts_at = await queries.lockMonthBefore(tx, account_id, list, before);
      if (starts_at === undefined) return undefined;
      const ends_at = bucketAfter('month', new Date(starts_at));
      wrong += await queries.correctMonth(tx, account_id, list, { starts_at, ends_at });
      return starts_at;
    });
  }
  return wrong + (await transaction(db, (tx) => queries.correctLength(tx, account_id, list.name)));
}
