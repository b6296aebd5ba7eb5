import { MINUTE_MS, type Clock } from '../lib/time/clock.ts';
import type { Metrics } from '../lib/http/metrics.ts';
import type { Log } from '../lib/log.ts';
import type { BackoffRunner } from '../lib/concurrency/backoffRunner.ts';
import { connect, type ConnectionTarget, type Database } from '../lib/sql/sql.ts';
import { checkCounts, type CountCheckOptions } from './check.ts';
import { countUncountedLists, rollUpAllLists, rollUpBusyLists } from './rollUp.ts';
import { registerCountCheckMetrics, registerWaitingDeltasMetric } from './metrics.ts';
import type { CountedSource } from './view.ts';

export type CountingOptions = {
  /** The database for the metrics; the jobs open their own connections. */
  db: Database;
  target: ConnectionTarget;
  lists: readonly CountedSource[];
  clock: Clock;
  log: Log;
  metrics: Metrics;
  backoffOf: (loop: string) => BackoffRunner;
};

/**
 * The jobs have separate connections, because counting a whole list can take minutes. `synchronous_commit` is off:
 * after a power failure the deltas of a lost commit still exist and are added again.
 */
export const COUNTING_CONNECTIONS = {
  name: 'tenant-ops-counts',
  max: 2,
  deadline_ms: 30 * MINUTE_MS,
  session: { synchronous_commit: 'off' },
};

export type CountingJobs = {
  countUncounted: () => Promise<void>;
  rollUpBusy: () => Promise<void>;
  rollUpAll: () => Promise<void>;
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Creates the jobs that keep the stored counts of lists up to date. A job can run on several nodes at the same time.
 */
export function createCountingJobs(options: CountingOptions): CountingJobs {
  const { lists, clock, log, backoffOf } = options;
  const db = connect(options.target, COUNTING_CONNECTIONS);
  const rollupFor = (loop: string) => ({ db, lists, backoff: backoffOf(loop) });
  const [uncounted, busy, all] = [
    rollupFor('uncounted lists'),
    rollupFor('counts'),
    rollupFor('short counts'),
  ];
  registerWaitingDeltasMetric(options.metrics, options.db);
  const observe = registerCountCheckMetrics(options.metrics);
  const checker: CountCheckOptions = { db, lists, clock, log, observe, backoff: backoffOf('count checks') };
  return {
    countUncounted: () => countUncountedLists(uncounted),
    rollUpBusy: () => rollUpBusyLists(busy),
    rollUpAll: () => rollUpAllLists(all),
    check: () => checkCounts(checker),
    close: () => db.end({ timeout: 1 }),
  };
}
