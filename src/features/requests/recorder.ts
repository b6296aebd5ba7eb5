import type { Clock } from '../../lib/time/clock.ts';
import { newId } from '../../lib/ids.ts';
import { BatchWriter } from '../../lib/concurrency/batchWriter.ts';
import type { Log } from '../../lib/log.ts';
import type { RequestRow } from './queries.ts';
import { truncateText, redactBody, redactQuery } from './redact.ts';

/** A request as it was seen, not redacted yet. */
export type SeenRequest = {
  account_id: string;
  credential_id: string;
  client_id: string | null;
  refusal: RequestRow['refusal'];
  request_id: string;
  method: string;
  url: string;
  status: number;
  ms: number;
  address: string;
  user_agent: string;
  body: string | undefined;
  answer: string | undefined;
};

export type RequestRecorder = {
  record(request: SeenRequest): void;
  /** Records what is still being found out; flushing waits for it. */
  recordLater(find: () => Promise<SeenRequest | undefined>): void;
  /** Writes what is still in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** How many were dropped: too many at once, or refused by the database. */
  dropped(): number;
};

export const WRITE_EVERY_MS = 1_000;
const BATCH = 50;
const MOST_WAITING = 2_000;
/** The most look-ups at the same time: they compete with the queries of requests. */
const MOST_FINDING = 20;

/**
 * Keeps requests in memory and writes them in batches, so that the log costs a request no statement of its own. Drops
 * them when the queue is full or the database does not answer: an incomplete log is better than a request that waits.
 */
export function recordRequests(
  write: (rows: readonly RequestRow[]) => Promise<void>,
  clock: Clock,
  log: Log,
): RequestRecorder {
  const finding = new Set<Promise<void>>();
  let dropped = 0;

  const drop = (requests: number, err: unknown) => {
    dropped += requests;
    log.warn({ err, requests }, 'requests not logged');
  };
  const writer = new BatchWriter<RequestRow>({
    write,
    gather_ms: WRITE_EVERY_MS,
    most: BATCH,
    most_waiting: MOST_WAITING,
    onRejected: (_row, err) => drop(1, err),
    onFailed: (batch, err) => drop(batch.length, err),
  });
  const record = (request: SeenRequest) => {
    if (!writer.add(requestRow(request, clock.now()))) dropped++;
  };

  return {
    record,
    recordLater(find) {
      if (finding.size >= MOST_FINDING) return void dropped++;
      const found = find()
        .then((request) => request && record(request))
        .catch((err: unknown) => drop(1, err))
        .finally(() => finding.delete(found));
      finding.add(found);
    },
    async flush() {
      await Promise.all(finding);
      await writer.flush();
    },
    dropped: () => dropped,
    async close() {
      await Promise.all(finding);
      await writer.close();
    },
  };
}

/** The stored form of a request: redacted and cut. */
export function requestRow({ url, body, answer, ...seen }: SeenRequest, at: Date): RequestRow {
  const [path = '', query = ''] = url.split('?', 2);
  return {
    ...seen,
    id: newId(at),
    path: truncateText(path, 500),
    error: seen.status < 400 ? null : errorOf(answer),
    query: redactQuery(query),
    user_agent: truncateText(seen.user_agent, 300),
    request_body: redactBody(body),
    answer_body: redactBody(answer),
    created_at: at,
  };
}

const ERROR_CODE = /^\s*\{\s*"error"\s*:\s*"(\w{1,60})"/;

/** The code that the body of a failure begins with. */
function errorOf(answer: string | undefined): string | null {
  return ERROR_CODE.exec(answer ?? '')?.[1] ?? null;
}
