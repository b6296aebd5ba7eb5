import type { EventType } from '../../../events/catalogue.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';

/** A test event belongs to one endpoint, so polling clients do not get it. */
export type EventId = { id: string; event: EventType; is_test: boolean };

/**
 * Lists event ids from `from_id`, oldest first. The query has no filter by type, so that `limit` also bounds the number
 * of rows that the database reads.
 */
export async function listEventIds(
  db: Queryable,
  account_id: string,
  from_id: string,
  limit: number,
): Promise<EventId[]> {
  return db<EventId[]>`
    select event.id, event.event, event.is_test
    from events as event
    where event.account_id = ${account_id}
      and event.id >= ${from_id}
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
