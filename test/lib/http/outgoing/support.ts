import { after } from 'node:test';
import type { Call, Outgoing } from '../../../../src/lib/http/outgoing/outgoing.ts';
import type { CallResult } from '../../../../src/lib/http/outgoing/outcome.ts';
import { openRequestCounter, type RequestCounter } from '../../../support/requestCounter.ts';

/** A call as the webhook sender makes it, with what a test wants different. */
export function callTo(outgoing: Outgoing, url: string, changes: Partial<Call> = {}): Promise<CallResult> {
  return outgoing.call({
    account_id: 'one',
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    timeout_ms: 5_000,
    reading: { limit_bytes: 4096, success_body: 'ignore' },
    may_wait: true,
    ...changes,
  });
}

/** The outcome in one word, as a table of cases names it. */
export function wordFor({ outcome }: CallResult): string | number {
  if (outcome.kind === 'answered') return outcome.status;
  return outcome.kind === 'blocked' ? 'blocked' : outcome.error;
}

/** A receiver that counts requests and ends with the tests of the file. */
export async function openCounter(onRequest: RequestCounter['onRequest']): Promise<RequestCounter> {
  const counter = await openRequestCounter(onRequest);
  after(counter.close);
  return counter;
}
