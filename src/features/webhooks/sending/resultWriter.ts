import { BatchWriter } from '../../../lib/concurrency/batchWriter.ts';
import type { Log } from '../../../lib/log.ts';
import { isRejected } from '../../../lib/sql/sql.ts';
import type { Extent, DeliveryResult } from './sql/settlements.ts';

export type ResultWriterTools = {
  write: (settlements: readonly DeliveryResult[], extent: Extent) => Promise<unknown>;
  log: Log;
  /** Called for every result that could not be written whole. */
  onFailure?: () => void;
};

export type ResultWriter = {
  /** Resolves when it is written or given up. */
  add(settlement: DeliveryResult): Promise<void>;
  /** Ignores later results. */
  close(): void;
};

const MAX_BATCH = 500;
const MAX_WRITE_ATTEMPTS = 8;
const GATHER_MS = 20;

/**
 * Writes results in batches. While the database is away, a batch is tried for 11 s and the time of its tries; past the
 * lease another sender repeats the attempt.
 */
export function createResultWriter(tools: ResultWriterTools): ResultWriter {
  const writer = new BatchWriter<DeliveryResult>({
    write: (batch) => tools.write(batch, 'all'),
    gather_ms: GATHER_MS,
    most: MAX_BATCH,
    tries: MAX_WRITE_ATTEMPTS,
    onRejected: (one, err) => writeLess(tools, one, err),
    onFailed: (batch, err, attempt) =>
      tools.log.warn({ err, attempt, deliveries: batch.length }, 'deliveries not settled'),
  });
  return {
    add: (settlement) =>
      new Promise((done) => {
        if (!writer.add(settlement, done)) done();
      }),
    close: () => void writer.close(),
  };
}

const LESS = ['state', 'queue'] as const;

/** A result that cannot be written whole still ends the delivery, or it would be sent forever. */
async function writeLess(
  { write, log, onFailure }: ResultWriterTools,
  one: DeliveryResult,
  err: unknown,
): Promise<void> {
  onFailure?.();
  const { account_id, endpoint_id, event_id, verdict } = one;
  log.error({ err, account_id, endpoint_id, event_id, verdict }, 'an attempt could not be written down');
  for (const extent of LESS) {
    try {
      await write([one], extent);
      return;
    } catch (error) {
      if (!isRejected(error)) throw error;
    }
  }
}
