import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../../lib/concurrency/backoff.ts';
import { writeApart } from '../../../lib/concurrency/batches.ts';
import type { Log } from '../../../lib/log.ts';
import type { Extent, Settlement } from './sql/settlements.ts';

export type SettlingTools = {
  write: (settlements: readonly Settlement[], extent: Extent) => Promise<unknown>;
  log: Log;
  /** Called for every result that could not be written whole. */
  onFailure?: () => void;
};

type Waiting = { settlement: Settlement; done: () => void };

export type Settling = {
  /** Resolves when it is written or given up. */
  add(settlement: Settlement): Promise<void>;
  /** Ignores later results. */
  close(): void;
};

const MAX_BATCH = 500;
const MAX_TRIES = 8;
/** A batch of sixteen costs the database half of what four batches of four do. */
const GATHER_MS = 20;

/** Writes results in batches: all that ended within a moment or during the last write. */
export function createSettling(tools: SettlingTools): Settling {
  let waiting: Waiting[] = [];
  let writing = false;
  let closed = false;

  const run = async () => {
    writing = true;
    while (waiting.length > 0) {
      await sleep(GATHER_MS);
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await writeSurely(
        tools,
        batch.map(({ settlement }) => settlement),
      );
      for (const { done } of batch) done();
    }
    writing = false;
  };

  return {
    add: (settlement) =>
      new Promise((done) => {
        if (closed) return done();
        waiting.push({ settlement, done });
        if (!writing) void run();
        return undefined;
      }),
    close: () => void (closed = true),
  };
}

/** The database may be away for a while; past the lease another sender repeats the attempt. */
async function writeSurely(tools: SettlingTools, batch: Settlement[]): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    try {
      await writeApart(
        batch,
        (part) => tools.write(part, 'all'),
        (one, err) => writeLess(tools, one, err),
      );
      return;
    } catch (err) {
      tools.log.warn({ err, attempt, deliveries: batch.length }, 'deliveries not settled');
      await sleep(backoffMs(attempt, { first_ms: 100, longest_ms: 5_000 }));
    }
  }
}

const LESS = ['state', 'queue'] as const;

/** A result that cannot be written whole still ends the delivery, or it would be sent forever. */
async function writeLess(
  { write, log, onFailure }: SettlingTools,
  one: Settlement,
  err: unknown,
): Promise<void> {
  onFailure?.();
  const { account_id, endpoint_id, event_id, verdict } = one;
  log.error({ err, account_id, endpoint_id, event_id, verdict }, 'an attempt could not be written down');
  for (const extent of LESS) {
    let refused = false;
    await writeApart(
      [one],
      (part) => write(part, extent),
      () => void (refused = true),
    );
    if (!refused) return;
  }
}
