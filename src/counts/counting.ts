import type { Clock } from '../lib/time/clock.ts';
import type { Metrics } from '../lib/http/metrics.ts';
import type { Log } from '../lib/log.ts';
import type { BackoffRunner } from '../lib/concurrency/backoffRunner.ts';
import { connect, type ConnectionTarget, type Database } from '../lib/sql/sql.ts';
import { checkCounts, type Checker } from './check.ts';
import { countUncounted, rollUpAllLists, rollUpBusyLists } from './fold.ts';
import { measureChecks, measureWaiting } from './metrics.ts';
import type { CountedSource } from './view.ts';

export type CountingOptions = {
  /** The metrics. */
  db: Database;
  target: ConnectionTarget;
  lists: readonly CountedSource[];
  clock: Clock;
  log: Log;
  metrics: Metrics;
  backoffOf: (loop: string) => BackoffRunner;
};

/**
 * Connections of its own, since counting a whole list may take long. Commits that a power cut takes are
 * folded again, so they need not wait for the disk.
 */
export const COUNTING_CONNECTIONS = {
  name: 'tenant-ops-counts',
  max: 2,
  deadline_ms: 30 * 60_000,
  session: { synchronous_commit: 'off' },
};

export type Counting = {
  countUncounted: () => Promise<void>;
  rollUpBusy: () => Promise<void>;
  rollUpAll: () => Promise<void>;
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/** Keeps the counts of lists; each loop may run on several nodes. */
export function openCounting(options: CountingOptions): Counting {
  const { lists, clock, log, backoffOf } = options;
  const db = connect(options.target, COUNTING_CONNECTIONS);
  const folder = (loop: string) => ({ db, lists, backoff: backoffOf(loop) });
  const [uncounted, busy, all] = [folder('uncounted lists'), folder('counts'), folder('short counts')];
  measureWaiting(options.metrics, options.db);
  const observe = measureChecks(options.metrics);
  const checker: Checker = { db, lists, clock, log, observe, backoff: backoffOf('count checks') };
  return {
    countUncounted: () => countUncounted(uncounted),
    rollUpBusy: () => rollUpBusyLists(busy),
    rollUpAll: () => rollUpAllLists(all),
    check: () => checkCounts(checker),
    close: () => db.end({ timeout: 1 }),
  };
}
