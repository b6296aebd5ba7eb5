import type { TrainingAppReply, TrainingApp } from '../../access/tools.ts';
import { DAY_MS, type Clock } from '../../lib/time/clock.ts';
import type { CallResult, OutgoingClient } from '../../lib/http/outgoing/outgoing.ts';
import { retryAfterMs } from '../../lib/http/retryAfter.ts';
import { signatureHeaders } from '../webhooks/signing.ts';

export type TrainingAppOptions = {
  outgoing: OutgoingClient;
  clock: Clock;
  url: string;
  secret: string | undefined;
};

const READING = { limit_bytes: 1_024, success_body: 'ignore' } as const;

export function createTrainingAppClient({ outgoing, clock, url, secret }: TrainingAppOptions): TrainingApp {
  return {
    async forget(notice, timeout_ms) {
      const body = JSON.stringify(notice);
      const signature = secret === undefined ? {} : signatureHeaders(secret, body, clock.now());
      const headers = { 'Content-Type': 'application/json', ...signature };
      const call = {
        account_id: notice.account_id,
        method: 'POST',
        url,
        headers,
        body,
        timeout_ms,
        reading: READING,
        may_wait: true,
      } as const;
      return replyOf(await outgoing.call(call), clock.now());
    },
  };
}

/** Statuses that count as success: the training app no longer has the session. */
const ALREADY_GONE = new Set([404, 410]);
/** Client errors after which the same request may succeed later. */
const TRANSIENT = new Set([408, 425, 429]);
const MAX_RETRY_AFTER_MS = DAY_MS;

function replyOf({ outcome, answer_headers }: CallResult, now: Date): TrainingAppReply {
  if (outcome.kind === 'blocked')
    return { state: 'queued', status: null, error: `blocked address ${outcome.address ?? ''}`.trim() };
  const { status } = outcome;
  if (status === null)
    return { state: 'queued', status, error: outcome.kind === 'failed' ? outcome.error : null };
  const state = stateOf(status);
  if (state !== 'queued') return { state, status, error: state === 'sent' ? null : `HTTP ${status}` };
  const error = outcome.kind === 'failed' ? outcome.error : `HTTP ${status}`;
  const wait_ms = retryAfterMs(answer_headers?.['retry-after'], now);
  const retry_after_ms = wait_ms === undefined ? undefined : Math.min(wait_ms, MAX_RETRY_AFTER_MS);
  return { state, status, error, ...(retry_after_ms !== undefined && { retry_after_ms }) };
}

function stateOf(status: number): TrainingAppReply['state'] {
  if ((status >= 200 && status < 300) || ALREADY_GONE.has(status)) return 'sent';
  return status >= 400 && status < 500 && !TRANSIENT.has(status) ? 'failed' : 'queued';
}
