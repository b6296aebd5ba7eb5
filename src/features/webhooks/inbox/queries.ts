import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { ReceivedRequest, ArrivalView, ArrivalVerdict } from './contract.ts';
import type { EndpointSecrets } from '../endpoints/validSecrets.ts';

/** The number of stored requests per account, separately for verified and other requests. */
const KEPT = { verified: 100, unverified: 20 };

type NewInboxRow = { endpoint_id: string; name_hash: Buffer; created_at: Date };

export async function insertInbox(tx: Transaction, account_id: string, inbox: NewInboxRow): Promise<void> {
  await tx`insert into webhook_inboxes ${tx({ account_id, ...inbox })}`;
}

export type InboxSecrets = EndpointSecrets & { endpoint_id: string };

/** Finds the inbox of an address and the secrets of its endpoint. */
export async function findInbox(
  db: Queryable,
  account_id: string,
  name_hash: Buffer,
): Promise<InboxSecrets | undefined> {
  const [inbox] = await db<InboxSecrets[]>`
    select
      inbox.endpoint_id, endpoint.secret, endpoint.previous_secret, endpoint.previous_until,
      endpoint.secret_switches_at
    from webhook_inboxes as inbox
    join webhook_endpoints as endpoint
      on endpoint.account_id = ${account_id}
      and endpoint.id = inbox.endpoint_id
      and endpoint.deleted_at is null
    where inbox.account_id = ${account_id}
      and inbox.name_hash = ${name_hash}`;
  return inbox;
}

export async function hasInbox(db: Queryable, account_id: string, endpoint_id: string): Promise<boolean> {
  const found = await db`
    select 1
    from webhook_inboxes as inbox
    join webhook_endpoints as endpoint
      on endpoint.account_id = ${account_id}
      and endpoint.id = inbox.endpoint_id
      and endpoint.deleted_at is null
    where inbox.account_id = ${account_id}
      and inbox.endpoint_id = ${endpoint_id}`;
  return found.length === 1;
}

export type NewArrival = {
  id: string;
  endpoint_id: string;
  arrived_at: Date;
  verdict: ArrivalVerdict;
  headers: { name: string; value: string }[];
  body: string;
  body_bytes: number;
};

/** Stores a request and deletes the oldest ones above the limit. Rows that another process is deleting are skipped. */
export async function insertArrival(
  db: Queryable,
  account_id: string,
  { headers, ...arrival }: NewArrival,
): Promise<void> {
  const is_verified = arrival.verdict === 'verified';
  await db`
    delete from webhook_arrivals
    where account_id = ${account_id}
      and id = any (array(
        select arrival.id
        from webhook_arrivals as arrival
        where arrival.account_id = ${account_id}
          and (arrival.verdict = 'verified') = ${is_verified}
        order by arrival.id desc
        offset ${(is_verified ? KEPT.verified : KEPT.unverified) - 1}
        for update skip locked
      ))`;
  await db`insert into webhook_arrivals ${db({ account_id, headers: db.json(headers), ...arrival })}`;
}

export async function listArrivals(
  db: Queryable,
  account_id: string,
  endpoint_id: string,
  since: Date,
): Promise<ReceivedRequest[]> {
  return db<ReceivedRequest[]>`
    select ${arrivalColumns(db)}
    from webhook_arrivals as arrival
    where arrival.account_id = ${account_id}
      and arrival.endpoint_id = ${endpoint_id}
      and arrival.arrived_at > ${since}
    order by arrival.id desc`;
}

type Wanted = { endpoint_id: string; id: string; since: Date };

export async function findArrival(
  db: Queryable,
  account_id: string,
  { endpoint_id, id, since }: Wanted,
): Promise<ArrivalView | undefined> {
  const [arrival] = await db<ArrivalView[]>`
    select
      ${arrivalColumns(db)},
      arrival.headers,
      arrival.body,
      octet_length(arrival.body) < arrival.body_bytes as is_cut
    from webhook_arrivals as arrival
    where arrival.account_id = ${account_id}
      and arrival.endpoint_id = ${endpoint_id}
      and arrival.id = ${id}
      and arrival.arrived_at > ${since}`;
  return arrival;
}

// across accounts: cleanup applies to the whole installation
export async function deleteArrivalsBefore(db: Queryable, before: Date): Promise<void> {
  await db`
    delete from webhook_arrivals
    where arrived_at <= ${before}`;
}

type InboxPlace = { account_id: string; endpoint_id: string };

// across accounts: cleanup applies to the whole installation
export async function listInboxesOfDeletedEndpoints(db: Queryable): Promise<InboxPlace[]> {
  return db<InboxPlace[]>`
    select inbox.account_id, inbox.endpoint_id
    from webhook_inboxes as inbox
    join webhook_endpoints as endpoint
      on endpoint.account_id = inbox.account_id
      and endpoint.id = inbox.endpoint_id
      and endpoint.deleted_at is not null`;
}

export async function deleteInbox(tx: Transaction, account_id: string, endpoint_id: string): Promise<void> {
  await Promise.all([
    tx`
      delete from webhook_inboxes
      where account_id = ${account_id}
        and endpoint_id = ${endpoint_id}`,
    tx`
      delete from webhook_arrivals
      where account_id = ${account_id}
        and endpoint_id = ${endpoint_id}`,
  ]);
}

// across accounts: the address belongs to the installation
export async function updateInboxUrls(db: Queryable, origin: string): Promise<void> {
  await db`
    update webhook_endpoints as endpoint
    set url = ${origin}::text || substring(endpoint.url from '/inbox/v1/[^/]+/[^/]+$')
    from webhook_inboxes as inbox
    where inbox.account_id = endpoint.account_id
      and inbox.endpoint_id = endpoint.id
      and endpoint.deleted_at is null
      and endpoint.url ~ '/inbox/v1/[0-9a-f-]{36}/[0-9a-f]{48}$'
      and not starts_with(endpoint.url, ${origin}::text || '/inbox/v1/')`;
}

/** The columns of a received request. The event type comes from the body and is untrusted. */
function arrivalColumns(db: Queryable): Fragment {
  return db`
    arrival.id,
    arrival.arrived_at,
    arrival.verdict,
    left(substring(arrival.body from '^\\s*\\{\\s*"event"\\s*:\\s*"([a-z_.]{1,40})"'), 40) as event,
    arrival.body_bytes`;
}
