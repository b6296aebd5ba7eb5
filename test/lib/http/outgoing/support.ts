import { after } from 'node:test';
import type { OutgoingCall, OutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import type { CallResult } from '../../../../src/lib/http/outgoing/outcome.ts';
import { openRequestCounter, type RequestCounter } from '../../../support/requestCounter.ts';

/** Makes a call as the webhook sender does, with the changes of the test. */
export function callUrl(
  outgoing: OutgoingClient,
  url: string,
  changes: Partial<OutgoingCall> = {},
): Promise<CallResult> {
  return outgoing.call({
    account_id: 'one',
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    timeout_ms: 60_000,
    reading: { limit_bytes: 4096, success_body: 'ignore' },
    may_wait: true,
    ...changes,
  });
}

/** Returns the outcome as one word for tables of test cases. */
export function outcomeWord({ outcome }: CallResult): string | number {
  if (outcome.kind === 'answered') return outcome.status;
  return outcome.kind === 'blocked' ? 'blocked' : outcome.error;
}

/** Opens a receiver that counts requests. It closes with the test file. */
export async function openCountingServer(onRequest: RequestCounter['onRequest']): Promise<RequestCounter> {
  const counter = await openRequestCounter(onRequest);
  after(counter.close);
  return counter;
}
