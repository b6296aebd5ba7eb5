import type { LeasedDelivery } from '../../../events/localSender.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import { claimAccountRows, type ClaimedRow, type SharedClaimValues } from './sql/claims.ts';
import { findDueQueues } from './sql/due.ts';
import type { EndpointQueue, EndpointQueueRange } from './sql/endpointQueues.ts';
import { divideSlots, type AccountShare, type ShareRequest } from './slotShares.ts';

export type ClaimRequest = SharedClaimValues & ShareRequest & EndpointQueueRange;

export type DeliveryClaim = {
  claimed: LeasedDelivery[];
  /** Queues that may still have due deliveries after this claim. */
  left: EndpointQueue[];
  next_due_at: string | null;
  last_queue: EndpointQueue | null;
};

/**
 * Claims due deliveries for the free slots: finds the queues with due rows, then claims rows with one statement per
 * account.
 */
export async function claimDueDeliveries(db: Queryable, request: ClaimRequest): Promise<DeliveryClaim> {
  const { queues, next_due_at, last_queue } = await findDueQueues(db, request);
  const { shares, closed } = divideSlots(queues, request);
  const claims = await Promise.all(
    shares.map(async (share) => {
      const rows = await claimAccountRows(db, share.account_id, share, request);
      return { rows, left: queuesLeft(share, rows) };
    }),
  );
  return {
    claimed: claims.flatMap(({ rows }) => rows.map(deliveryOf)),
    left: [...closed, ...claims.flatMap(({ left }) => left)],
    next_due_at,
    last_queue,
  };
}

/** Endpoints that may have more due rows than were claimed. */
function queuesLeft({ account_id, queues }: AccountShare, rows: readonly ClaimedRow[]): EndpointQueue[] {
  return queues
    .filter(({ endpoint_id }) => {
      const of_queue = rows.filter((row) => row.endpoint_id === endpoint_id);
      const [first] = of_queue;
      return (
        !first || of_queue.length >= first.endpoint_claim_limit || rows.length >= first.account_claim_limit
      );
    })
    .map(({ endpoint_id }) => ({ account_id, endpoint_id }));
}

function deliveryOf({ endpoint_claim_limit, account_claim_limit, ...delivery }: ClaimedRow): LeasedDelivery {
  return delivery;
}
