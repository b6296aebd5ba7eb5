import { Counter, Gauge } from 'prom-client';
import type { Clock } from '../../lib/clock.ts';
import type { Metrics } from '../../lib/http/metrics.ts';
import type { Log } from '../../lib/log.ts';
import type { Turns } from '../../lib/turns.ts';
import { connect, type ConnectionTarget, type Database } from '../../lib/sql.ts';
import { checkCounts, type Checker } from './check.ts';
import { foldLong, foldShort } from './fold.ts';
import { countWaitingDeltas } from './sql/waiting.ts';
import type { Counted } from './view.ts';

export type CountingOptions = {
  /** For what operators ask. */
  db: Database;
  target: ConnectionTarget;
  lists: readonly Counted[];
  clock: Clock;
  log: Log;
  metrics: Metrics;
  turnsOf: (loop: string) => Turns;
};

/**
 * Connections of its own: to count a whole list anew may take long. What a power cut takes of their commits is
 * folded again, so they need not wait for the disk.
 */
const CONNECTIONS = {
  name: 'tenant-ops-counts',
  max: 2,
  deadline_ms: 30 * 60_000,
  session: { synchronous_commit: 'off' },
};

export type Counting = {
  foldLong: () => Promise<void>;
  foldShort: () => Promise<void>;
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/** Keeps the counts of lists; each of its works may run on several nodes. */
export function openCounting(options: CountingOptions): Counting {
  const { lists, clock, log, turnsOf } = options;
  const db = connect(options.target, CONNECTIONS);
  const long = { db, lists, turns: turnsOf('counts') };
  const short = { db, lists, turns: turnsOf('short counts') };
  const observe = measure(options.metrics, options.db);
  const checker: Checker = { db, lists, clock, log, observe, turns: turnsOf('count checks') };
  return {
    foldLong: () => foldLong(long),
    foldShort: () => foldShort(short),
    check: () => checkCounts(checker),
    close: () => db.end({ timeout: 1 }),
  };
}

function measure(registry: Metrics, db: Database): NonNullable<Checker['observe']> {
  measureWaiting(registry, db);
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['list'], registers: [registry] });
  const checks = counter('count_checks_total', 'Lists whose counts were compared with their rows');
  const wrong = counter('count_cells_wrong_total', 'Cells that differed from their rows and were corrected');
  return (list, wrong_cells) => {
    checks.inc({ list });
    wrong.inc({ list }, wrong_cells);
  };
}

function measureWaiting(registry: Metrics, db: Database): Gauge {
  return new Gauge({
    name: 'count_deltas_waiting',
    help: 'Changes of lists that are not folded into cells yet',
    registers: [registry],
    async collect() {
      this.set(await countWaitingDeltas(db));
    },
  });
}
