import type { EventType } from '../../src/events/catalogue.ts';
import { subscribe } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Tenant, World } from './world.ts';

export async function endpointOf(
  tenant: Tenant,
  url: string,
  events: EventType[] = ['task.created'],
): Promise<string> {
  return (await subscribe(tenant.ctx(), { url, events })).id;
}

/** A delivery that was given up after three attempts, as its sender writes it. */
export async function failLately({ db, clock }: World, endpoint_id: string): Promise<void> {
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

/** Endpoints whose addresses no door would have taken. */
export async function forceEndpoints(
  { db, clock, tools }: World,
  account_id: string,
  urls: readonly string[],
): Promise<void> {
  for (const url of urls) {
    const id = newId(clock.now());
    const row = {
      account_id,
      id,
      url: url.replaceAll('\0', ''),
      events: ['task.created'],
      secret: tools.box.seal('x', `webhook ${account_id} ${id}`),
      is_managed: false,
      created_at: clock.now(),
    };
    await db`insert into webhook_endpoints ${db(row)}`;
  }
}
