import type { EventType } from '../../../events/catalogue.ts';
import type { Queryable } from '../../../lib/sql.ts';

/** The first events from an id on, in order; samples are for one endpoint alone. */
export async function listEventIds(
  db: Queryable,
  account_id: string,
  from_id: string,
  limit: number,
): Promise<{ id: string; event: EventType }[]> {
  return db<{ id: string; event: EventType }[]>`
    select event.id, event.event
    from events as event
    where event.account_id = ${account_id}
      and event.id >= ${from_id}
      and not event.is_test
    order by event.id
    limit ${limit}`;
}

export type EventBody = { id: string; event: EventType; body: string };

export async function listEventBodies(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<EventBody[]> {
  return db<EventBody[]>`
    select event.id, event.event, event.body
    from events as event
    where event.account_id = ${account_id}
      and event.id = any (${ids}::uuid[])
    order by event.id`;
}
