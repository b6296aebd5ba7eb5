import type { Log } from '../../../lib/log.ts';
import { writeApart } from '../../../lib/batches.ts';
import type { Extent, Settlement } from './settlements/queries.ts';

export type WriteSettlements = (settlements: readonly Settlement[], extent: Extent) => Promise<unknown>;

type Waiting = { settlement: Settlement; done: () => void };

export type Settling = {
  /** Resolves when it is written, or can no longer be. */
  add(settlement: Settlement): Promise<void>;
  /** What ends from now on is no longer ours. */
  close(): void;
};

const MAX_BATCH = 500;
const MAX_TRIES = 8;
const GATHER_MS = 4;

/** Writes what ended within a moment, or while the last batch was written, in one go: busier means larger batches. */
export function createSettling(write: WriteSettlements, log: Log): Settling {
  let waiting: Waiting[] = [];
  let writing = false;
  let closed = false;

  const run = async () => {
    writing = true;
    while (waiting.length > 0) {
      await pause(GATHER_MS);
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await writeSurely(
        write,
        batch.map(({ settlement }) => settlement),
        log,
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
async function writeSurely(write: WriteSettlements, batch: Settlement[], log: Log): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    try {
      await writeApart(
        batch,
        (part) => write(part, 'all'),
        (one, err) => writeLess(write, one, err, log),
      );
      return;
    } catch (err) {
      log.warn({ err, attempt, deliveries: batch.length }, 'deliveries not settled');
      await pause(Math.min(50 * 2 ** attempt, 5_000));
    }
  }
}

const LESS = ['state', 'queue'] as const;

/** What cannot be written whole is over all the same: sent again for ever it would be the receiver's burden. */
async function writeLess(write: WriteSettlements, one: Settlement, err: unknown, log: Log): Promise<void> {
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
