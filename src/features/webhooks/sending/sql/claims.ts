import type { LeasedDelivery } from '../../../../events/localSender.ts';
import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';
import type { AccountShare } from '../slotShares.ts';
import { attemptAfterLoss } from './leases.ts';
import { andEndpointReceives, andShardOf } from './endpointQueues.ts';

/** Values that all rows of a claim have in common. */
export type SharedClaimValues = {
  now: Date;
  leased_until: Date;
  claim_id: string;
  sender_id: string;
};

/** A claimed delivery with the limits that the claim used for its endpoint and its account. */
export type ClaimedRow = LeasedDelivery & { endpoint_claim_limit: number; account_claim_limit: number };

/**
 * Claims due deliveries of an account, at most as many per endpoint as it has free slots. The cost depends on the
 * claimed rows and not on the backlog. The update addresses rows by ctid, because the planner assumes that the queue is
 * empty and would scan all of it for a join.
 */
export async function claimAccountRows(
  db: Queryable,
  account_id: string,
  share: AccountShare,
  claimant: SharedClaimValues,
): Promise<ClaimedRow[]> {
  const { leased_until, claim_id, sender_id } = claimant;
  return db<ClaimedRow[]>`
    with ${openQueues(db, account_id, share)},
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
    where item.ctid = chosen.row_ctid
      ${andShardOf(db, account_id)}
    returning
      item.account_id, item.endpoint_id, item.event_id, item.claim_id, item.sender_id, item.attempt, item.is_single,
      item.due_at as leased_until, item.traceparent, endpoint.url, endpoint.secret, endpoint.previous_secret,
      endpoint.previous_until, endpoint.secret_switches_at, event.body, chosen.endpoint_claim_limit, chosen.account_claim_limit`;
}

/** The queues with free slots whose endpoints are neither paused, suspended nor deleted. */
function openQueues(db: Queryable, account_id: string, share: AccountShare): Fragment {
  return db`
    open as materialized (
      select given.endpoint_id, given.rows as endpoint_claim_limit, ${share.rows}::int as account_claim_limit
      from jsonb_to_recordset(${db.json(share.queues)}) as given (endpoint_id uuid, rows integer)
      join webhook_endpoints as endpoint
        on endpoint.account_id = ${account_id}
        and endpoint.id = given.endpoint_id
        ${andEndpointReceives(db)}
    )`;
}

/** Round robin: the first row of each queue comes before the second row of any queue. */
function chosenRows(db: Queryable, account_id: string, now: Date): Fragment {
  return db`
    candidate as materialized (
      select item.endpoint_id, item.event_id, item.due_at, item.row_ctid, open.endpoint_claim_limit, open.account_claim_limit
      from open
      cross join lateral (
        select item.endpoint_id, item.event_id, item.due_at, item.ctid as row_ctid
        from webhook_queue as item
        where item.account_id = ${account_id}
          and item.endpoint_id = open.endpoint_id
          and item.due_at <= ${now}
        order by item.due_at
        limit least(open.endpoint_claim_limit, open.account_claim_limit)
        for update skip locked
      ) as item
    ),
    chosen as materialized (
      select ranked.*
      from (
        select
          candidate.*,
          row_number() over (partition by candidate.endpoint_id order by candidate.due_at) as endpoint_rank
        from candidate
      ) as ranked
      order by ranked.endpoint_rank, ranked.due_at
      limit (select min(open.account_claim_limit) from open)
    )`;
}

/**
 * Joins each row of `held` with the ctid of its queue row, if that row still has the same claim. The lateral join looks
 * rows up one by one, because the planner assumes that the queue is empty and would scan all of it for an ordinary
 * join.
 */
export function withClaimedRow(db: Queryable, account_id: string): Fragment {
  return db`
    cross join lateral (
      select item.ctid as row_ctid
      from webhook_queue as item
      where item.account_id = ${account_id}
        and item.endpoint_id = held.endpoint_id
        and item.due_at = held.leased_until
        and item.event_id = held.event_id
        and item.claim_id = held.claim_id
      limit 1
    ) as item`;
}
