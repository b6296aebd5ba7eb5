import type { Context } from '../../../access/context.ts';
import { eventIdOf } from '../../../events/emit.ts';
import { signatureHeaders, standardHeaders } from '../../../lib/signing.ts';
import type { DeliveryDetail, DeliveryRef, DeliveryShown } from './contract.ts';
import { contextOf, OVERLAP_MS } from '../endpoints.ts';
import { findSecrets, type EndpointSecrets } from '../sql/endpoints.ts';
import { readDelivery } from './deliveries.ts';

type Headers = Record<string, string>;

/** A delivery with the headers of every attempt: a signature follows from the body, the time and the secret. */
export async function showDelivery(ctx: Context, ref: DeliveryRef): Promise<DeliveryShown> {
  const { db, account_id, tools } = ctx;
  const [delivery, secrets] = await Promise.all([
    readDelivery(ctx, ref),
    findSecrets(db, account_id, ref.endpoint_id),
  ]);
  const open = (sealed: Buffer) => tools.box.open(sealed, contextOf(account_id, ref.endpoint_id));
  return {
    ...delivery,
    sent: delivery.log.map((one) => headersOf(delivery, one.attempted_at, secrets, open)),
  };
}

function headersOf(
  { body, event_id }: DeliveryDetail,
  attempted_at: string,
  secrets: EndpointSecrets | undefined,
  open: (sealed: Buffer) => string,
): Headers | null {
  const sent_at = new Date(attempted_at);
  if (body === null || !secrets || sent_at < replacedAt(secrets)) return null;
  const standing = standingSecrets(secrets, sent_at).map(open);
  const [secret = ''] = standing;
  return {
    'Content-Type': 'application/json',
    ...signatureHeaders(secret, body, sent_at),
    ...standardHeaders(standing, eventIdOf(event_id), body, sent_at),
  };
}

/** Attempts before this time were signed with another secret. */
function replacedAt({ previous_until }: EndpointSecrets): Date {
  return new Date(previous_until === null ? 0 : new Date(previous_until).getTime() - OVERLAP_MS);
}

function standingSecrets({ secret, previous_secret, previous_until }: EndpointSecrets, at: Date): Buffer[] {
  const overlaps = previous_until !== null && new Date(previous_until) > at;
  return overlaps && previous_secret ? [secret, previous_secret] : [secret];
}
