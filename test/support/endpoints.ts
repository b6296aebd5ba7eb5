import type { EventType } from '../../src/events/catalogue.ts';
import { subscribe } from '../../src/features/webhooks/endpoints.ts';
import type { Tenant } from './world.ts';

export async function endpointOf(
  tenant: Tenant,
  url: string,
  events: EventType[] = ['task.created'],
): Promise<string> {
  return (await subscribe(tenant.ctx(), { url, events })).id;
}
