import type { LeasedDelivery } from '../../../events/localSender.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import { claimAccountRows, type ClaimedRow, type Claimant } from './sql/claims.ts';
import { findDue } from './sql/due.ts';
import type { EndpointQueue, EndpointQueueRange } from './sql/endpointQueues.ts';
import { divideSlots, type AccountShare, type ShareRequest } from './slotShares.ts';

export type ClaimRequest = Claimant & ShareRequest & EndpointQueueRange;

export type DeliveryClaim = {
  claimed: LeasedDelivery[];
  /** Queues with more due deliveries than free places. */
  left: EndpointQueue[];
  next_due_at: string | null;
  last_lane: EndpointQueue | null;
};

/** Takes due deliveries for free places: looks where some are due, then claims in each account by itself. */
export async function claimDue(db: Queryable, wish: ClaimRequest): Promise<DeliveryClaim> {
  const { lanes, next_due_at, last_lane } = await findDue(db, wish);
  const { shares, closed } = divideSlots(lanes, wish);
  const claims = await Promise.all(
    shares.map(async (share) => {
      const rows = await claimAccountRows(db, share.account_id, share, wish);
      return { rows, left: lanesLeft(share, rows) };
    }),
  );
  return {
    claimed: claims.flatMap(({ rows }) => rows.map(deliveryOf)),
    left: [...closed, ...claims.flatMap(({ left }) => left)],
    next_due_at,
    last_lane,
  };
}

/** Endpoints that may have more due rows than were claimed. */
function lanesLeft({ account_id, lanes }: AccountShare, rows: readonly ClaimedRow[]): EndpointQueue[] {
  return lanes
    .filter(({ endpoint_id }) => {
      const of_lane = rows.filter((row) => row.endpoint_id === endpoint_id);
      const [first] = of_lane;
      return !first || of_lane.length >= first.lane_limit || rows.length >= first.account_limit;
    })
    .map(({ endpoint_id }) => ({ account_id, endpoint_id }));
}

function deliveryOf({ lane_limit, account_limit, ...delivery }: ClaimedRow): LeasedDelivery {
  return delivery;
}
