import type { LeasedDelivery } from '../../../../events/localSender.ts';
import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';
import type { AccountShare } from '../slotShares.ts';
import { attemptAfterLoss } from './leases.ts';
import { andOpenEndpoint, andShardOf } from './endpointQueues.ts';

/** The common values of claims made at one moment. */
export type Claimant = {
  now: Date;
  leased_until: Date;
  claim_id: string;
  sender_id: string;
};

/** A delivery and how many its endpoint and its account could have. */
export type ClaimedRow = LeasedDelivery & { lane_limit: number; account_limit: number };

/**
 * Takes due deliveries of an account. A long backlog of an endpoint costs no more than the rows that are taken of it,
 * and each endpoint gives only as much as it has room for. A row is known by its place: the planner believes the queue
 * to be empty, and would join it by reading all of it.
 */
export async function claimAccountRows(
  db: Queryable,
  account_id: string,
  share: AccountShare,
  claimant: Claimant,
): Promise<ClaimedRow[]> {
  const { leased_until, claim_id, sender_id } = claimant;
  return db<ClaimedRow[]>`
    with ${openLanes(db, account_id, share)},
    ${chosenRows(db, account_id, claimant.now)}
    update webhook_queue as item
    set due_at = ${leased_until},
        attempt = case when item.claim_id is null then item.attempt else ${attemptAfterLoss(db)} end,
        claim_id = ${claim_id},
        sender_id = ${sender_id}
    from chosen
    join webhook_endpoints as endpoint
      on endpoint.account_id = ${account_id}
      and endpoint.id = chosen.endpoint_id
    cross join lateral (
      select event.body
      from events as event
      where event.account_id = ${account_id}
        and event.id = chosen.event_id
      limit 1
    ) as event
    where item.ctid = chosen.place
      ${andShardOf(db, account_id)}
    returning
      item.account_id, item.endpoint_id, item.event_id, item.claim_id, item.sender_id, item.attempt, item.is_single,
      item.due_at as leased_until, item.traceparent, endpoint.url, endpoint.secret, endpoint.previous_secret,
      endpoint.previous_until, endpoint.secret_switches_at, event.body, chosen.lane_limit, chosen.account_limit`;
}

/** The queues with free places, as far as their endpoints are open. */
function openLanes(db: Queryable, account_id: string, share: AccountShare): Fragment {
  return db`
    open as materialized (
      select given.endpoint_id, given.rows as lane_limit, ${share.rows}::int as account_limit
      from jsonb_to_recordset(${db.json(share.lanes)}) as given (endpoint_id uuid, rows integer)
      join webhook_endpoints as endpoint
        on endpoint.account_id = ${account_id}
        and endpoint.id = given.endpoint_id
        ${andOpenEndpoint(db)}
    )`;
}

/** The first rows of each lane before later ones. */
function chosenRows(db: Queryable, account_id: string, now: Date): Fragment {
  return db`
    candidate as materialized (
      select item.endpoint_id, item.event_id, item.due_at, item.place, open.lane_limit, open.account_limit
      from open
      cross join lateral (
        select item.endpoint_id, item.event_id, item.due_at, item.ctid as place
        from webhook_queue as item
        where item.account_id = ${account_id}
          and item.endpoint_id = open.endpoint_id
          and item.due_at <= ${now}
        order by item.due_at
        limit least(open.lane_limit, open.account_limit)
        for update skip locked
      ) as item
    ),
    chosen as materialized (
      select ranked.*
      from (
        select
          candidate.*,
          row_number() over (partition by candidate.endpoint_id order by candidate.due_at) as lane_rank
        from candidate
      ) as ranked
      order by ranked.lane_rank, ranked.due_at
      limit (select min(open.account_limit) from open)
    )`;
}

/**
 * The place of the queue row that still carries the claim of each row of `held`. Looked up one by one and then by
 * ctid: the planner believes the queue to be empty and would join it by reading all of it.
 */
export function withClaimedRow(db: Queryable, account_id: string): Fragment {
  return db`
    cross join lateral (
      select item.ctid as place
      from webhook_queue as item
      where item.account_id = ${account_id}
        and item.endpoint_id = held.endpoint_id
        and item.due_at = held.leased_until
        and item.event_id = held.event_id
        and item.claim_id = held.claim_id
      limit 1
    ) as item`;
}
