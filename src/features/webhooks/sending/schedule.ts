import type { CallError, CallOutcome } from '../../../lib/http/outgoing/outgoing.ts';

/** The contract allows at most three requests per event and endpoint. */
export const MAX_ATTEMPTS = 3;
const DELAYS_MS = [10_000, 60_000];
/** The contract allows up to five seconds of random jitter; the rest of that time is for sending the request. */
const MAX_JITTER_MS = 4_700;

/** All outcomes that the delivery log can contain. */
export type AttemptOutcome = 'delivered' | 'bad_status' | 'blocked_address' | 'sender_stopped' | CallError;

export type AttemptVerdict =
  | { verdict: 'delivered' }
  | { verdict: 'failed'; counts_as_failure: boolean }
  | { verdict: 'again'; due_at: Date };

export function attemptOutcomeOf(outcome: CallOutcome): AttemptOutcome {
  switch (outcome.kind) {
    case 'answered':
      return outcome.status >= 200 && outcome.status < 300 ? 'delivered' : 'bad_status';
    case 'blocked':
      return 'blocked_address';
    case 'failed':
      return outcome.error;
  }
}

/** True if the sender of the last attempt stopped before it wrote the result. */
export function wasLastAttemptInterrupted({
  attempt,
  is_single,
}: {
  attempt: number;
  is_single: boolean;
}): boolean {
  return !is_single && attempt > MAX_ATTEMPTS;
}

/** Decides whether a delivery ends or is retried. An attempt that a user requested is never retried. */
export function decideVerdict(
  outcome: AttemptOutcome,
  { attempt, is_single }: { attempt: number; is_single: boolean },
  ended_at: Date,
  random: () => number,
): AttemptVerdict {
  if (outcome === 'delivered') return { verdict: 'delivered' };
  if (is_single) return { verdict: 'failed', counts_as_failure: false };
  const delay_ms = DELAYS_MS[attempt - 1];
  if (outcome === 'blocked_address' || delay_ms === undefined || attempt >= MAX_ATTEMPTS) {
    return { verdict: 'failed', counts_as_failure: true };
  }
  return { verdict: 'again', due_at: new Date(ended_at.getTime() + delay_ms + 1 + random() * MAX_JITTER_MS) };
}
