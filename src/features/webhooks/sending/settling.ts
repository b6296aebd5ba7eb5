import type { Log } from '../../../lib/log.ts';
import type { Settlement } from './settlements/queries.ts';

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
export function createSettling(write: (settlements: Settlement[]) => Promise<unknown>, log: Log): Settling {
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
async function writeSurely(
  write: (settlements: Settlement[]) => Promise<unknown>,
  batch: Settlement[],
  log: Log,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    try {
      await write(batch);
      return;
    } catch (err) {
      log.warn({ err, attempt, deliveries: batch.length }, 'deliveries not settled');
      await pause(Math.min(50 * 2 ** attempt, 5_000));
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
