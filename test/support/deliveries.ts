import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/lib/sql.ts';
import { subscribe } from '../../src/features/webhooks/endpoints.ts';
import type { EventType } from '../../src/events/catalogue.ts';
import type { Tenant } from './world.ts';

/** Waits until something holds; says what did not when it never does. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  holds: (value: T) => boolean,
  within_ms = 5_000,
  pause_ms = 5,
): Promise<T> {
  const until = performance.now() + within_ms;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > until) throw new Error(`never came true: ${JSON.stringify(value)}`);
    await sleep(pause_ms);
  }
}

export async function endpointOf(
  tenant: Tenant,
  url: string,
  events: EventType[] = ['task.created'],
): Promise<string> {
  return (await subscribe(tenant.ctx(), { url, events })).id;
}

export type Ledger = { created: number; delivered: number; failed: number; pending: number; queued: number };

/** Every delivery is in exactly one state, and exactly the pending ones wait in the queue. */
export async function ledgerOf(db: Database): Promise<Ledger> {
  const [ledger] = await db<[Ledger]>`
    select
      count(*)::int as created,
      count(*) filter (where state = 'delivered')::int as delivered,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'pending')::int as pending,
      (select count(*)::int from webhook_queue) as queued
    from webhook_deliveries`;
  return ledger;
}

export function isBalanced({ created, delivered, failed, pending, queued }: Ledger): boolean {
  return created === delivered + failed + pending && pending === queued;
}
