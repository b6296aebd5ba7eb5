import type { Queryable } from '../../../../lib/sql/sql.ts';
import type { DeliveryRef, DeliveryEvidence, LastAttempt } from '../contract.ts';

/** Lists the stored headers of all attempts of a delivery, oldest first. */
export async function listDeliveryEvidence(
  db: Queryable,
  account_id: string,
  { event_id, endpoint_id }: DeliveryRef,
): Promise<DeliveryEvidence[]> {
  return db<DeliveryEvidence[]>`
    select attempt.request_head, attempt.answer_head
    from webhook_attempts as attempt
    where attempt.account_id = ${account_id}
      and attempt.event_id = ${event_id}
      and attempt.endpoint_id = ${endpoint_id}
    order by attempt.id`;
}

export async function listLastAttempts(
  db: Queryable,
  account_id: string,
  deliveries: readonly DeliveryRef[],
): Promise<(DeliveryRef & LastAttempt)[]> {
  if (deliveries.length === 0) return [];
  return db<(DeliveryRef & LastAttempt)[]>`
    select wanted.event_id, wanted.endpoint_id, last.*
    from unnest(
      ${deliveries.map(({ event_id }) => event_id)}::uuid[],
      ${deliveries.map(({ endpoint_id }) => endpoint_id)}::uuid[]
    ) as wanted (event_id, endpoint_id)
    cross join lateral (
      select attempt.attempted_at, attempt.outcome, attempt.status, attempt.total_ms
      from webhook_attempts as attempt
      where attempt.account_id = ${account_id}
        and attempt.event_id = wanted.event_id
        and attempt.endpoint_id = wanted.endpoint_id
      order by attempt.id desc
      limit 1
    ) as last`;
}

/** Finds the name of an endpoint, even if the endpoint is deleted. */
export async function findEndpointName(
  db: Queryable,
  account_id: string,
  { endpoint_id }: DeliveryRef,
): Promise<string | null> {
  const [endpoint] = await db<{ name: string | null }[]>`
    select endpoint.name
    from webhook_endpoints as endpoint
    where endpoint.account_id = ${account_id}
      and endpoint.id = ${endpoint_id}`;
  return endpoint?.name ?? null;
}
