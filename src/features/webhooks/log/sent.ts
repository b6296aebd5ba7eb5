import type { Context } from '../../../access/context.ts';
import { eventIdOf } from '../../../events/emit.ts';
import { signatureHeaders, standardHeaders } from '../../../lib/signing.ts';
import type { DeliveryDetail, DeliveryRef, DeliveryShown } from './contract.ts';
import { contextOf } from '../endpoints.ts';
import { findSecrets, type StoredSecrets } from '../sql/secrets.ts';
import { OVERLAP_MS, validSecrets } from '../validSecrets.ts';
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
  secrets: StoredSecrets | undefined,
  open: (sealed: Buffer) => string,
): Headers | null {
  const sent_at = new Date(attempted_at);
  if (body === null || !secrets || sent_at < replacedAt(secrets)) return null;
  const valid = validSecrets(secrets, sent_at).map(open);
  const [secret = ''] = valid;
  return {
    'Content-Type': 'application/json',
    ...signatureHeaders(secret, body, sent_at),
    ...standardHeaders(valid, eventIdOf(event_id), body, sent_at),
  };
}

/** Attempts before this time were signed with other secrets. */
function replacedAt({ previous_until, secret_rotated_at }: StoredSecrets): Date {
  if (secret_rotated_at !== null) return new Date(secret_rotated_at);
  return new Date(previous_until === null ? 0 : new Date(previous_until).getTime() - OVERLAP_MS);
}
