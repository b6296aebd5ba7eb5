import { prefixedEventId } from '../../../events/emit.ts';
import type { LeasedDelivery } from '../../../events/localSender.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { newId } from '../../../lib/ids.ts';
import type {
  OutgoingCall,
  CallResult,
  CallOutcome,
  OutgoingClient,
} from '../../../lib/http/outgoing/outgoing.ts';
import type { SecretBox } from '../../../lib/crypto/secretBox.ts';
import { signatureHeaders, standardWebhooksHeaders } from '../signing.ts';
import type { Span, Tracer } from '../../../lib/process/tracing/spans.ts';
import { signingSecretEncryptionContext } from '../endpoints/endpoints.ts';
import { validSecrets } from '../endpoints/validSecrets.ts';
import type { DeliveryResult } from './sql/results.ts';
import { formatResponseHead, formatRequestHead } from './signedHeaders.ts';
import { wasLastAttemptInterrupted, decideVerdict, MAX_ATTEMPTS, attemptOutcomeOf } from './schedule.ts';

export type AttemptTools = {
  outgoing: OutgoingClient;
  /** Decrypts the signing secrets of endpoints. */
  box: SecretBox;
  clock: Clock;
  random: () => number;
  user_agent: string;
  /** Records traces of attempts. */
  tracer?: Tracer | undefined;
};

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 4_096;

/**
 * Signs and sends one request and evaluates the response. If a crash used up the last attempt, the delivery fails
 * without another request.
 */
export async function attemptDelivery(tools: AttemptTools, item: LeasedDelivery): Promise<DeliveryResult> {
  const attempted_at = tools.clock.now();
  if (wasLastAttemptInterrupted(item)) return interrupted(item, attempted_at);
  const span = startSpan(tools, item);
  const call = callFor(tools, item, attempted_at, span);
  const call_result = await tools.outgoing.call(call);
  const result = resultOf(tools, { item, attempted_at, call, result: call_result });
  endSpan(span, result);
  return result;
}

/** The span is a child of the trace of the request that caused the event. */
function startSpan({ tracer }: AttemptTools, item: LeasedDelivery): Span | undefined {
  return tracer?.start('deliver', {
    kind: 'client',
    traceparent: item.traceparent ?? undefined,
    attributes: {
      'http.request.method': 'POST',
      'tenant_ops.account_id': item.account_id,
      'tenant_ops.endpoint_id': item.endpoint_id,
      'tenant_ops.event_id': prefixedEventId(item.event_id),
      'tenant_ops.attempt': item.attempt,
    },
  });
}

function endSpan(span: Span | undefined, { outcome, status }: DeliveryResult): void {
  span?.set({
    'tenant_ops.outcome': outcome,
    ...(status !== null && { 'http.response.status_code': status }),
  });
  span?.end(outcome === 'delivered' ? undefined : outcome);
}

function callFor(
  { box, user_agent }: AttemptTools,
  item: LeasedDelivery,
  sent_at: Date,
  span: Span | undefined,
): OutgoingCall {
  const { current, valid } = openSecrets(box, item, sent_at);
  const event_id = prefixedEventId(item.event_id);
  return {
    account_id: item.account_id,
    url: item.url,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': user_agent,
      ...signatureHeaders(current, item.body, sent_at),
      ...standardWebhooksHeaders(valid, event_id, item.body, sent_at),
      ...(span && { traceparent: span.traceparent }),
    },
    body: item.body,
    timeout_ms: TIMEOUT_MS,
    reading: { limit_bytes: ANSWER_BYTES, success_body: 'ignore' },
    may_wait: false,
  };
}

/** Decrypts the current secret for the contract's header, and all valid secrets for the Standard Webhooks header. */
function openSecrets(box: SecretBox, item: LeasedDelivery, now: Date): { current: string; valid: string[] } {
  const context = signingSecretEncryptionContext(item.account_id, item.endpoint_id);
  const [first, ...others] = validSecrets(item, now);
  const current = box.open(first, context);
  return { current, valid: [current, ...others.map((sealed) => box.open(sealed, context))] };
}

type Ended = { item: LeasedDelivery; attempted_at: Date; call: OutgoingCall; result: CallResult };

function resultOf({ clock, random }: AttemptTools, ended: Ended): DeliveryResult {
  const { item, attempted_at, call, result } = ended;
  const ended_at = clock.now();
  const outcome = attemptOutcomeOf(result.outcome);
  const verdict = decideVerdict(outcome, item, ended_at, random);
  return {
    account_id: item.account_id,
    endpoint_id: item.endpoint_id,
    event_id: item.event_id,
    claim_id: item.claim_id,
    leased_until: item.leased_until,
    verdict: verdict.verdict,
    due_at: verdict.verdict === 'again' ? verdict.due_at.toISOString() : null,
    settled_at: ended_at.toISOString(),
    counts_as_failure: verdict.verdict === 'failed' && verdict.counts_as_failure,
    id: newId(attempted_at),
    attempt: item.attempt,
    attempted_at: attempted_at.toISOString(),
    outcome,
    status: statusOf(result.outcome),
    address: result.address,
    ...result.timings,
    answer: answerOf(result.outcome),
    request_head: result.was_sent ? formatRequestHead(call) : null,
    answer_head: result.answer_headers && formatResponseHead(result.answer_headers),
  };
}

/**
 * The result of a last attempt whose sender died. The receiver may have got the request, so no other request is sent.
 */
function interrupted(item: LeasedDelivery, now: Date): DeliveryResult {
  const { account_id, endpoint_id, event_id, claim_id, leased_until } = item;
  return {
    account_id,
    endpoint_id,
    event_id,
    claim_id,
    leased_until,
    verdict: 'failed',
    due_at: null,
    settled_at: now.toISOString(),
    counts_as_failure: true,
    id: newId(now),
    attempt: MAX_ATTEMPTS,
    attempted_at: now.toISOString(),
    outcome: 'sender_stopped',
    status: null,
    address: null,
    dns_ms: null,
    connect_ms: null,
    first_byte_ms: null,
    total_ms: 0,
    answer: null,
    request_head: null,
    answer_head: null,
  };
}

function statusOf(outcome: CallOutcome): number | null {
  return outcome.kind === 'blocked' ? null : outcome.status;
}

/** PostgreSQL text cannot contain NUL characters. */
function answerOf(outcome: CallOutcome): string | null {
  if (outcome.kind === 'blocked' || outcome.body.length === 0) return null;
  return outcome.body.toString('utf8').replaceAll('\0', '\uFFFD');
}
