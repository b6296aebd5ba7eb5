import { BatchWriter } from '../lib/concurrency/batchWriter.ts';
import { Cache } from '../lib/concurrency/cache.ts';
import type { Log } from '../lib/log.ts';

export type CredentialUse = { account_id: string; id: string; at: Date };

export type CredentialUseRecorder = {
  note(use: CredentialUse): void;
  /** Writes the last-use times of credentials that are still in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const WRITE_EVERY_MS = 10_000;
const MOST_AT_ONCE = 1_000;
/**
 * The size of the cache of known credentials. A use of an evicted credential is written immediately, as the first use
 * is.
 */
const MOST_KNOWN = 10_000;

/**
 * Collects times of last use and writes them in batches, so that a request does not cost a write. The first use of a
 * credential is written immediately, because its owner waits to see it in the dashboard.
 */
export function createCredentialUseRecorder(
  write: (uses: readonly CredentialUse[]) => Promise<void>,
  log: Log,
): CredentialUseRecorder {
  const known = new Cache<string, true>(MOST_KNOWN);
  const logFailure = (about: object) => log.warn(about, 'last use not written');
  const writer = new BatchWriter<CredentialUse>({
    // The fixed order prevents deadlocks between the batches of two processes.
    write: (uses) => write(uses.toSorted((a, b) => a.id.localeCompare(b.id))),
    gather_ms: WRITE_EVERY_MS,
    most: MOST_AT_ONCE,
    keyOf: ({ id }) => id,
    onRejected: ({ id }, err) => logFailure({ err, id }),
    onFailed: (_uses, err) => logFailure({ err }),
  });
  return {
    note(use) {
      writer.add(use);
      if (known.get(use.id)) return;
      known.set(use.id, true);
      setImmediate(() => void writer.flush());
    },
    flush: () => writer.flush(),
    close: () => writer.close(),
  };
}
