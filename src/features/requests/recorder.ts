import type { Clock } from '../../lib/time/clock.ts';
import { newId } from '../../lib/ids.ts';
import { BatchWriter } from '../../lib/concurrency/batchWriter.ts';
import type { Log } from '../../lib/log.ts';
import type { RequestRow } from './sql/requestLog.ts';
import { truncateText, redactBody, redactQuery } from './redact.ts';

export type RequestBeforeRedaction = {
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
  record(request: RequestBeforeRedaction): void;
  /** Records a request whose caller must be looked up first. `flush` waits for the lookup. */
  recordLater(find: () => Promise<RequestBeforeRedaction | undefined>): void;
  /** Writes the requests that are still in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /**
   * The number of requests that were not logged, because the queue was full, or the database rejected them or was
   * unavailable.
   */
  dropped(): number;
};

export const WRITE_EVERY_MS = 1_000;
const BATCH = 50;
const MOST_WAITING = 2_000;
/**
 * The concurrency limit of lookups, because they compete with requests for connections. A flush waits for the lookups, so
 * their list is the limit, and a limiter would count them twice.
 */
const MOST_FINDING = 20;

/**
 * Collects requests in memory and writes them in batches, so that a request does not cost a write. Requests are dropped
 * if the queue is full or the database is unavailable: an incomplete log is better than slow requests.
 */
export function createRequestRecorder(
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
  const record = (request: RequestBeforeRedaction) => {
    if (!writer.add(toRequestRow(request, clock.now()))) dropped++;
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

/** Converts a request to its row in the request log: redacts secrets and truncates long texts. */
export function toRequestRow({ url, body, answer, ...seen }: RequestBeforeRedaction, at: Date): RequestRow {
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

/** Extracts the error code from the start of an error response. */
function errorOf(answer: string | undefined): string | null {
  return ERROR_CODE.exec(answer ?? '')?.[1] ?? null;
}
