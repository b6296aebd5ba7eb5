import type { LeasedDelivery } from '../../../events/localSender.ts';
import type { Fragment, Queryable } from '../../../lib/sql.ts';
import { andOpenEndpoint, lanes, lanesOfAccount, oldestRow, type Lane } from './lanes.ts';
import { leasedElsewhere } from './leases.ts';

export type TakenPlaces = { ids: string[]; counts: number[] };

export type ClaimWish = {
  free: number;
  max_per_endpoint: number;
  max_per_account: number;
  /** What is in flight already, so that caps hold. */
  endpoints: TakenPlaces;
  accounts: TakenPlaces;
  /** The endpoint to continue with when one claim cannot look at all. */
  after: Lane;
  max_lanes: number;
  now: Date;
  leased_until: Date;
  claim_id: string;
  sender_id: string;
  /** Undefined for a sender that is alone; otherwise the places that all senders keep for what is not claimed. */
  reserved: Reserved | undefined;
};

export type Reserved = { per_endpoint: number; per_account: number };

export type Claim = {
  claimed: LeasedDelivery[];
  /** Where more is due than there are places for. */
  left: Lane[];
  next_due_at: string | null;
  last_lane: Lane | null;
};

type ClaimRow = {
  next_due_at: string | null;
  last_account_id: string | null;
  last_endpoint_id: string | null;
  left_account_id: string | null;
  left_endpoint_id: string | null;
} & (LeasedDelivery | { event_id: null });

/**
 * Takes due deliveries for free places. Endpoints are found by hopping through the index from one to the next,
 * so a long backlog of one costs no more than a single row, and each gives only as much as it has room for.
 * Where rows are spread by account, this becomes: list accounts with due rows, then run it within each.
 */
// across accounts: the queue belongs to the installation, caps keep its accounts apart
export async function claimDue(db: Queryable, wish: ClaimWish): Promise<Claim> {
  const rows = await db<ClaimRow[]>`
    with recursive ${lanes(db, wish)},
    ${wish.reserved ? db`${accountsElsewhere(db, wish)},` : db``}
    ${headedLanes(db, wish)},
    ${openLanes(db, wish)},
    ${chosenRows(db, wish)},
    ${leftLanes(db, wish)},
    ${claimedRows(db, wish)},
    last_lane as (
      select lane.account_id, lane.endpoint_id
      from lane
      where lane.number = ${wish.max_lanes}
    )
    select
      (select min(headed.due_at) from headed where headed.due_at > ${wish.now}) as next_due_at,
      last_lane.account_id as last_account_id,
      last_lane.endpoint_id as last_endpoint_id,
      left_lane.account_id as left_account_id,
      left_lane.endpoint_id as left_endpoint_id,
      claimed.*,
      endpoint.url,
      endpoint.secret,
      endpoint.previous_secret,
      endpoint.previous_until,
      endpoint.secret_switches_at,
      event.body
    from (select 1) as one
    left join last_lane on true
    left join (
      (
        claimed
        join webhook_endpoints as endpoint
          on endpoint.account_id = claimed.account_id
          and endpoint.id = claimed.endpoint_id
        cross join lateral (
          select event.body
          from events as event
          where event.account_id = claimed.account_id
            and event.id = claimed.event_id
          limit 1
        ) as event
      )
      full join left_lane on false
    ) on true`;
  const [first] = rows;
  return {
    claimed: rows.flatMap((row) => (row.event_id === null ? [] : [row])),
    left: rows.flatMap((row) => laneOf(row.left_account_id, row.left_endpoint_id) ?? []),
    next_due_at: first?.next_due_at ?? null,
    last_lane: laneOf(first?.last_account_id, first?.last_endpoint_id),
  };
}

/**
 * The place of the queue row that still carries the claim of each row of `claims`. Looked up one by one and then by
 * ctid: the planner believes the queue to be empty and would join it by reading all of it.
 */
// across accounts: a sender holds rows of all accounts
export function withClaimedRow(db: Queryable, claims: 'held' | 'done'): Fragment {
  const claim = db.unsafe(claims);
  return db`
    cross join lateral (
      select item.ctid as place
      from webhook_queue as item
      where item.account_id = ${claim}.account_id
        and item.endpoint_id = ${claim}.endpoint_id
        and item.due_at = ${claim}.leased_until
        and item.event_id = ${claim}.event_id
        and item.claim_id = ${claim}.claim_id
      limit 1
    ) as item`;
}

function laneOf(account_id: string | null | undefined, endpoint_id: string | null | undefined): Lane | null {
  return account_id && endpoint_id ? { account_id, endpoint_id } : null;
}

/** What other senders hold of each account, also at endpoints that this statement does not look at. */
function accountsElsewhere(db: Queryable, wish: ClaimWish): Fragment {
  return db`
    account_elsewhere as materialized (
      select account.account_id, held.leased, held.claimed
      from (select distinct lane.account_id from lane) as account
      cross join lateral (
        with recursive ${lanesOfAccount(db)}
        select sum(elsewhere.leased)::int as leased, sum(elsewhere.claimed)::int as claimed
        from lane
        cross join lateral (${leasedElsewhere(db, wish)}) as elsewhere
      ) as held
    )`;
}

type Elsewhere = { joined: Fragment; endpoint: Fragment; account: Fragment };

/** What is not claimed is written at any moment, so its places count as taken where they are not. */
function takenElsewhere(db: Queryable, { reserved, ...wish }: ClaimWish): Elsewhere {
  if (!reserved) return { joined: db``, endpoint: db``, account: db`` };
  return {
    joined: db`
      join account_elsewhere
        on account_elsewhere.account_id = lane.account_id
      cross join lateral (${leasedElsewhere(db, wish)}) as elsewhere`,
    endpoint: db`- greatest(elsewhere.leased, elsewhere.claimed + ${reserved.per_endpoint}::int)`,
    account: db`- greatest(account_elsewhere.leased, account_elsewhere.claimed + ${reserved.per_account}::int)`,
  };
}

/** Endpoints that may be sent to, with their oldest row and free places. */
function headedLanes(db: Queryable, wish: ClaimWish): Fragment {
  const { joined, endpoint, account } = takenElsewhere(db, wish);
  return db`
    headed as materialized (
      select
        lane.account_id,
        lane.endpoint_id,
        head.due_at,
        ${wish.max_per_endpoint}::int - coalesce(busy_endpoint.count, 0) ${endpoint} as room,
        coalesce(busy_account.count, 0) as account_busy,
        least(${wish.max_per_account}::int ${account}, ${wish.free}::int)
          - coalesce(busy_account.count, 0) as account_room
      from lane
      ${joined}
      join webhook_endpoints as endpoint
        on endpoint.account_id = lane.account_id
        and endpoint.id = lane.endpoint_id
        ${andOpenEndpoint(db)}
      cross join lateral (${oldestRow(db)}) as head
      left join unnest(${wish.endpoints.ids}::uuid[], ${wish.endpoints.counts}::int[]) as busy_endpoint (id, count)
        on busy_endpoint.id = lane.endpoint_id
      left join unnest(${wish.accounts.ids}::uuid[], ${wish.accounts.counts}::int[]) as busy_account (id, count)
        on busy_account.id = lane.account_id
    )`;
}

/**
 * Endpoints with due rows and their share of the free places. No account takes more places than stay free, so
 * that others always have some.
 */
function openLanes(db: Queryable, wish: ClaimWish): Fragment {
  return db`
    open as materialized (
      select headed.*
      from headed
      where headed.due_at <= ${wish.now}
        and headed.room > 0
        and headed.account_room > 0
    ),
    share as materialized (
      select
        greatest(1, ${wish.free}::int / greatest(1, count(*)::int)) as rows,
        count(distinct open.account_id)::int as accounts
      from open
    )`;
}

/** Takes the first rows of each lane before later ones, within the accounts' caps. */
function chosenRows(db: Queryable, wish: ClaimWish): Fragment {
  return db`
    candidate as materialized (
      select
        item.account_id,
        item.endpoint_id,
        item.due_at,
        item.place,
        least(open.room, share.rows) as lane_limit,
        greatest(
          case when open.account_busy = 0 then 1 else 0 end,
          least(open.account_room, (${wish.free}::int - open.account_busy) / (share.accounts + 1))
        ) as account_room
      from open
      cross join share
      cross join lateral (
        select item.account_id, item.endpoint_id, item.due_at, item.ctid as place
        from webhook_queue as item
        where item.account_id = open.account_id
          and item.endpoint_id = open.endpoint_id
          and item.due_at <= ${wish.now}
        order by item.due_at
        limit least(open.room, share.rows)
        for update skip locked
      ) as item
    ),
    ranked as (
      select
        candidate.*,
        count(*) over (partition by candidate.account_id, candidate.endpoint_id) as lane_rows,
        row_number() over (partition by candidate.account_id order by candidate.due_at) as account_rank,
        row_number() over (partition by candidate.account_id, candidate.endpoint_id order by candidate.due_at) as lane_rank
      from candidate
    ),
    chosen as materialized (
      select ranked.place
      from ranked
      where ranked.account_rank <= ranked.account_room
      order by ranked.lane_rank, ranked.due_at
      limit ${wish.free}
    )`;
}

/** Endpoints that may have more due rows than were chosen. */
function leftLanes(db: Queryable, wish: ClaimWish): Fragment {
  return db`
    left_lane as (
      select headed.account_id, headed.endpoint_id
      from headed
      where headed.due_at <= ${wish.now}
        and (headed.room <= 0 or headed.account_room <= 0)
      union
      select ranked.account_id, ranked.endpoint_id
      from ranked
      where ranked.lane_rows >= ranked.lane_limit
        or ranked.account_rank > ranked.account_room
    )`;
}

/** Takes the lease of each chosen row. */
function claimedRows(db: Queryable, wish: ClaimWish): Fragment {
  return db`
    claimed as (
      update webhook_queue as item
      set due_at = ${wish.leased_until},
          claim_id = ${wish.claim_id},
          sender_id = ${wish.sender_id}
      from chosen
      where item.ctid = chosen.place
      returning
        item.account_id, item.endpoint_id, item.event_id, item.claim_id, item.sender_id, item.attempt, item.is_single,
        item.due_at as leased_until, item.traceparent
    )`;
}
