import type { EventType } from '../../src/events/catalogue.ts';
import { subscribeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Tenant, World } from './world.ts';

export async function endpointOf(
  tenant: Tenant,
  url: string,
  events: EventType[] = ['task.created'],
): Promise<string> {
  return (await subscribeEndpoint(tenant.ctx(), { url, events })).id;
}

/** Writes a delivery that failed after three attempts, as its sender does. */
export async function insertFailedDelivery({ db, clock }: World, endpoint_id: string): Promise<void> {
  const now = clock.now();
  await db`
    with endpoint as (
      update webhook_endpoints
      set last_triggered_at = ${now},
          failure_count = failure_count + 1
      where id = ${endpoint_id}
      returning account_id, id
    )
    insert into webhook_deliveries
      (account_id, event_id, endpoint_id, event, state, attempts, created_at, settled_at, failed_at)
    select account_id, ${newId(now)}, id, 'task.created', 'failed', 3, ${now}, ${now}, ${now}
    from endpoint`;
}

/** Inserts endpoints with URLs that the API rejects. */
export async function insertUncheckedEndpoints(
  world: World,
  account_id: string,
  urls: readonly string[],
): Promise<void> {
  await insertEndpoints(
    world,
    account_id,
    urls.map((url) => ({ name: null, url: url.replaceAll('\0', '') })),
  );
}

/** Inserts endpoints without the checks of the API, each newer than the one before, and returns their ids. */
export async function insertEndpoints(
  { db, clock, tools }: World,
  account_id: string,
  endpoints: readonly { name: string | null; url: string }[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, endpoint] of endpoints.entries()) {
    const created_at = new Date(clock.now().getTime() + at);
    const id = newId(created_at);
    const secret = tools.box.seal('x', `webhook ${account_id} ${id}`);
    const row = {
      account_id,
      id,
      ...endpoint,
      events: ['task.created'],
      secret,
      is_managed: false,
      created_at,
    };
    await db`insert into webhook_endpoints ${db(row)}`;
    ids.push(id);
  }
  return ids;
}
