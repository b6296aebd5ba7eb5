import type { CallResult } from '../lib/http/outgoing/outgoing.ts';

type PlannedAnswer = { status: number; body: string; address: string | null; total_ms: number };

/** Builds the result of an outgoing HTTP call with a predefined response. */
export function plannedCallResult({ status, body, address, total_ms }: PlannedAnswer): CallResult {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return {
    outcome: { kind: 'answered', status, headers, body: Buffer.from(body), truncated: false },
    address,
    reused: true,
    was_sent: true,
    answer_headers: headers,
    timings: { dns_ms: null, connect_ms: null, first_byte_ms: total_ms - 1, total_ms },
  };
}
