import type { EventType } from '../../../../events/catalogue.ts';
import type { Fragment, Queryable, Transaction } from '../../../../lib/sql/sql.ts';
import { andContainsWords } from '../../../../lib/sql/containsWords.ts';
import type { Endpoint } from '../contract.ts';

export type NewEndpointRow = {
  id: string;
  name: string | null;
  url: string;
  events: EventType[];
  secret: Buffer;
  is_managed: boolean;
  grant_id: string | null;
  created_at: Date;
};

export async function insertEndpoint(
  tx: Transaction,
  account_id: string,
  row: NewEndpointRow,
): Promise<Endpoint> {
  const [endpoint] = await tx<[Endpoint]>`
    insert into webhook_endpoints as endpoint ${tx({ account_id, ...row })}
    returning ${endpointColumns(tx)}`;
  return endpoint;
}

export async function findEndpoint(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<Endpoint | undefined> {
  const [endpoint] = await db<Endpoint[]>`
    select ${endpointColumns(db)}
    from webhook_endpoints as endpoint
    where endpoint.account_id = ${account_id}
      and endpoint.id = ${id}
      and endpoint.deleted_at is null`;
  return endpoint;
}

export async function lockEndpoint(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<Endpoint | undefined> {
  const [endpoint] = await tx<Endpoint[]>`
    select ${endpointColumns(tx)}
    from webhook_endpoints as endpoint
    where endpoint.account_id = ${account_id}
      and endpoint.id = ${id}
      and endpoint.deleted_at is null
    for no key update of endpoint`;
  return endpoint;
}

/** Endpoints that apps and automation platforms manage are omitted. */
export async function listEndpoints(db: Queryable, account_id: string, search?: string): Promise<Endpoint[]> {
  const text = db`lower(concat_ws(' ', endpoint.name, endpoint.url))`;
  return db<Endpoint[]>`
    select ${endpointColumns(db)}
    from webhook_endpoints as endpoint
    where endpoint.account_id = ${account_id}
      and endpoint.deleted_at is null
      and not endpoint.is_managed
      ${andContainsWords(db, text, search)}
    order by endpoint.created_at desc, endpoint.id desc`;
}

export type EndpointUpdate = Partial<
  Pick<Endpoint, 'name' | 'url' | 'events' | 'failure_count'> & { paused_at: Date | null }
>;

export async function updateEndpoint(
  db: Queryable,
  account_id: string,
  id: string,
  update: EndpointUpdate,
): Promise<Endpoint | undefined> {
  const [endpoint] = await db<Endpoint[]>`
    update webhook_endpoints as endpoint
    set ${db(update)}
    where endpoint.account_id = ${account_id}
      and endpoint.id = ${id}
      and endpoint.deleted_at is null
    returning ${endpointColumns(db)}`;
  return endpoint;
}

/** Deletes the secrets but keeps the row, because the delivery log refers to it. */
export async function deleteEndpoint(
  tx: Transaction,
  account_id: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const deleted = await tx`
    update webhook_endpoints
    set deleted_at = ${now},
        secret = '',
        previous_secret = null
    where account_id = ${account_id}
      and id = ${id}
      and deleted_at is null
    returning id`;
  return deleted.length === 1;
}

export async function cancelWaitingDeliveries(
  tx: Transaction,
  account_id: string,
  endpoint_id: string,
  now: Date,
): Promise<void> {
  const waiting = await tx<{ event_id: string }[]>`
    delete from webhook_queue
    where account_id = ${account_id}
      and endpoint_id = ${endpoint_id}
    returning event_id`;
  if (waiting.length === 0) return;
  await tx`
    with waiting as materialized (
      select waiting.event_id
      from jsonb_to_recordset(${tx.json(waiting)}) as waiting (event_id uuid)
    )
    update webhook_deliveries as delivery
    set state = 'cancelled',
        settled_at = ${now}
    from waiting
    where delivery.account_id = ${account_id}
      and delivery.endpoint_id = ${endpoint_id}
      and delivery.event_id = waiting.event_id`;
}

function endpointColumns(db: Queryable): Fragment {
  return db`
    endpoint.id,
    endpoint.name,
    endpoint.url,
    endpoint.events,
    endpoint.is_managed,
    endpoint.paused_at,
    endpoint.failure_count,
    endpoint.last_triggered_at,
    endpoint.secret_switches_at,
    endpoint.created_at`;
}
