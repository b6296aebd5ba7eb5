import { BatchWriter } from '../../../lib/concurrency/batchWriter.ts';
import type { Log } from '../../../lib/log.ts';
import { isRejected } from '../../../lib/sql/sql.ts';
import type { ResultExtent, DeliveryResult } from './sql/results.ts';

export type ResultWriterTools = {
  write: (results: readonly DeliveryResult[], extent: ResultExtent) => Promise<unknown>;
  log: Log;
  /** Called for each result that the database rejected. */
  onFailure?: () => void;
};

export type ResultWriter = {
  /** Resolves when the result is written or dropped. */
  add(result: DeliveryResult): Promise<void>;
  /** Results that are added later are discarded. */
  close(): void;
};

const MAX_BATCH = 500;
const MAX_WRITE_ATTEMPTS = 8;
const GATHER_MS = 20;

/**
 * Writes results in batches. While the database is unavailable, a batch is retried with backoff for about 11 s and then
 * dropped; when the lease of its rows ends, another sender repeats the attempts.
 */
export function createResultWriter(tools: ResultWriterTools): ResultWriter {
  const writer = new BatchWriter<DeliveryResult>({
    write: (batch) => tools.write(batch, 'all'),
    gather_ms: GATHER_MS,
    most: MAX_BATCH,
    tries: MAX_WRITE_ATTEMPTS,
    onRejected: (one, err) => writeLess(tools, one, err),
    onFailed: (batch, err, attempt) =>
      tools.log.warn({ err, attempt, deliveries: batch.length }, 'batch of delivery results not written'),
  });
  return {
    add: (result) =>
      new Promise((done) => {
        if (!writer.add(result, done)) done();
      }),
    close: () => void writer.close(),
  };
}

const LESS = ['state', 'queue'] as const;

/**
 * Writes a rejected result without its attempt, and if that fails, only the queue row. The delivery must end, or it
 * would be sent forever.
 */
async function writeLess(
  { write, log, onFailure }: ResultWriterTools,
  one: DeliveryResult,
  err: unknown,
): Promise<void> {
  onFailure?.();
  const { account_id, endpoint_id, event_id, verdict } = one;
  log.error({ err, account_id, endpoint_id, event_id, verdict }, 'delivery result rejected by the database');
  for (const extent of LESS) {
    try {
      await write([one], extent);
      return;
    } catch (error) {
      if (!isRejected(error)) throw error;
    }
  }
}
