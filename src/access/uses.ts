import { writeApart } from '../lib/concurrency/batches.ts';
import { Cache } from '../lib/concurrency/cache.ts';
import type { Log } from '../lib/log.ts';
import { runOutside } from '../lib/process/tracing/spans.ts';

export type Use = { account_id: string; id: string; at: Date };

export type UseRecorder = {
  note(use: Use): void;
  /** Writes what is still in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const WRITE_EVERY_MS = 10_000;
/** A use of a forgotten credential is written at once, like its first. */
const MOST_KNOWN = 10_000;

/**
 * Collects times of last use and writes them in batches. The first use of a credential is written at once,
 * since its owner waits to see it.
 */
export function recordUses(write: (uses: readonly Use[]) => Promise<void>, log: Log): UseRecorder {
  const known = new Cache<string, true>(MOST_KNOWN);
  const pending = new Map<string, Use>();

  const complain = (about: object) => log.warn(about, 'last use not written');
  const writeAll = async () => {
    const uses = [...pending.values()].toSorted((a, b) => a.id.localeCompare(b.id));
    pending.clear();
    if (uses.length > 0) await writeApart(uses, write, ({ id }, err) => complain({ err, id }));
  };
  let last = Promise.resolve();
  // A flush during a write also waits for the uses that the write has taken.
  const flush = () => {
    const own = last.then(writeAll);
    last = own.catch(() => {});
    return own;
  };
  const flushQuietly = () => void flush().catch((err: unknown) => complain({ err }));
  const timer = setInterval(flushQuietly, WRITE_EVERY_MS).unref();

  return {
    note(use) {
      pending.set(use.id, use);
      if (known.get(use.id)) return;
      known.set(use.id, true);
      runOutside(() => setImmediate(flushQuietly));
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
