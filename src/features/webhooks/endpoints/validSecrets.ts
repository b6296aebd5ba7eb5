import { DAY_MS } from '../../../lib/time/clock.ts';

/** The encrypted signing secrets of an endpoint. */
export type EndpointSecrets = {
  /** The newest secret; it can be scheduled to sign later. */
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: string | null;
  /** The time from which the newest secret makes `X-Webhook-Signature`; null if it has done so since its creation. */
  secret_switches_at: string | null;
};

/** The old secret stays valid for this long after the switch to the new secret. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** The secrets that are valid at a time; the first one makes `X-Webhook-Signature`. */
export function validSecrets(secrets: EndpointSecrets, at: Date): [Buffer, ...Buffer[]] {
  const { secret, previous_secret, previous_until } = secrets;
  if (previous_secret === null || previous_until === null || new Date(previous_until) <= at) return [secret];
  return isRotationScheduled(secrets, at) ? [previous_secret, secret] : [secret, previous_secret];
}

/** True if the newest secret does not sign yet. */
export function isRotationScheduled(
  { secret_switches_at }: Pick<EndpointSecrets, 'secret_switches_at'>,
  at: Date,
): boolean {
  return secret_switches_at !== null && new Date(secret_switches_at) > at;
}
