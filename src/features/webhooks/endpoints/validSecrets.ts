import { DAY_MS } from '../../../lib/time/clock.ts';

/** The secrets of an endpoint, sealed. */
export type EndpointSecrets = {
  /** The newest. */
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: string | null;
  /** From when the newest makes `X-Webhook-Signature`; null where it does since it was made. */
  secret_switches_at: string | null;
};

/** How long the old secret stays valid beside the new one that signs. */
export const OVERLAP_MS = DAY_MS;

/** The secrets that are valid at a time; the first one makes `X-Webhook-Signature`. */
export function validSecrets(secrets: EndpointSecrets, at: Date): [Buffer, ...Buffer[]] {
  const { secret, previous_secret, previous_until } = secrets;
  if (previous_secret === null || previous_until === null || new Date(previous_until) <= at) return [secret];
  return isWaiting(secrets, at) ? [previous_secret, secret] : [secret, previous_secret];
}

/** True if the newest secret does not sign yet. */
export function isWaiting(
  { secret_switches_at }: Pick<EndpointSecrets, 'secret_switches_at'>,
  at: Date,
): boolean {
  return secret_switches_at !== null && new Date(secret_switches_at) > at;
}
