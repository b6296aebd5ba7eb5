import type { Reply, TrainingApp } from '../../access/tools.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outcome } from '../../lib/outgoing/outcome.ts';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import { signatureHeaders } from '../../lib/signing.ts';

export type TrainingAppOptions = {
  outgoing: Outgoing;
  clock: Clock;
  url: string;
  secret: string | undefined;
};

const READING = { limit_bytes: 1_024, success_body: 'ignore' } as const;

export function connectTrainingApp({ outgoing, clock, url, secret }: TrainingAppOptions): TrainingApp {
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
      return replyOf((await outgoing.call(call)).outcome);
    },
  };
}

/** Only a 4xx answer is a refusal; everything else is tried again. */
function replyOf(outcome: Outcome): Reply {
  if (outcome.kind === 'blocked') {
    return { state: 'queued', status: null, error: `blocked address ${outcome.address ?? ''}`.trim() };
  }
  const { status } = outcome;
  if (status !== null && status >= 400 && status < 500)
    return { state: 'failed', status, error: `HTTP ${status}` };
  if (outcome.kind === 'failed') return { state: 'queued', status, error: outcome.error };
  if (outcome.status >= 200 && outcome.status < 300) return { state: 'sent', status, error: null };
  return { state: 'queued', status, error: `HTTP ${outcome.status}` };
}
