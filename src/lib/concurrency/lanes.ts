import { setTimeout as sleep } from 'node:timers/promises';
import { Limiter } from './limiter.ts';

export type LaneWork<Item> = {
  lanes: number;
  /** Claims an item of an account that is not in `except`, if possible of one after `last`. Throws to end the lane. */
  claim: (among: { last: string | undefined; except: ReadonlySet<string> }) => Promise<Item | undefined>;
  /** True while there is more to claim. */
  work: (item: Item) => Promise<boolean>;
};

/** A lane without work looks for new items while another lane works, which may take long. */
const LOOK_EVERY_MS = 500;

/**
 * Works off a queue in several lanes until nothing is due. An account is in one lane at a time, and accounts take turns:
 * slow items of one account do not hold up those of another one. After a failure nothing more is claimed; it is thrown when
 * the other lanes have finished their items.
 */
export async function workInLanes<Item extends { account_id: string }>(work: LaneWork<Item>): Promise<void> {
  const lanes = openLanes(work);
  const results = await Promise.allSettled(Array.from({ length: work.lanes }, () => workInLane(work, lanes)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function workInLane<Item extends { account_id: string }>(
  { work }: LaneWork<Item>,
  lanes: Lanes<Item>,
): Promise<void> {
  for (;;) {
    const item = await lanes.claim();
    if (!item) {
      if (await lanes.waitForMore()) continue;
      return;
    }
    let is_more = false;
    try {
      is_more = await work(item);
    } finally {
      if (!is_more) lanes.stop();
      lanes.release(item);
    }
  }
}

type Lanes<Item extends { account_id: string }> = ReturnType<typeof openLanes<Item>>;

function openLanes<Item extends { account_id: string }>({ claim }: LaneWork<Item>) {
  /** Accounts with an item in a lane. */
  const busy = new Set<string>();
  const claiming = new Limiter({ most: 1 });
  let last: string | undefined;
  let is_over = false;
  let released = Promise.withResolvers<void>();
  return {
    /** One claim after the other, so that each knows the accounts of the others. */
    claim: () =>
      claiming.run(async () => {
        const item = is_over ? undefined : await claim({ last, except: new Set(busy) });
        if (item) busy.add((last = item.account_id));
        return item;
      }),
    release({ account_id }: Item) {
      busy.delete(account_id);
      released.resolve();
      released = Promise.withResolvers();
    },
    stop: () => void (is_over = true),
    /** False when no lane has an item, so that none will come. */
    async waitForMore(): Promise<boolean> {
      if (is_over || busy.size === 0) return false;
      const stop = new AbortController();
      const look = sleep(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
      await Promise.race([released.promise, look]);
      stop.abort();
      return true;
    },
  };
}
