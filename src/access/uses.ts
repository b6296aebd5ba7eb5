import { BatchWriter } from '../lib/concurrency/batchWriter.ts';
import { Cache } from '../lib/concurrency/cache.ts';
import type { Log } from '../lib/log.ts';

export type CredentialUse = { account_id: string; id: string; at: Date };

export type UseRecorder = {
  note(use: CredentialUse): void;
  /** Writes what is still in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const WRITE_EVERY_MS = 10_000;
const MOST_AT_ONCE = 1_000;
/** A use of a forgotten credential is written at once, like its first. */
const MOST_KNOWN = 10_000;

/**
 * Collects times of last use and writes them in batches, so that a request has no write beside its query. The first use of a credential is written
 * at once, since its owner waits to see it.
 */
export function recordUses(write: (uses: readonly CredentialUse[]) => Promise<void>, log: Log): UseRecorder {
  const known = new Cache<string, true>(MOST_KNOWN);
  const logFailure = (about: object) => log.warn(about, 'last use not written');
  const writer = new BatchWriter<CredentialUse>({
    // Sorted, so that the batches of two processes do not deadlock.
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
