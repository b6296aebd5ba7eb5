import type { Database } from '../../src/lib/sql/sql.ts';

export type StoredEvent = {
  event: string;
  event_id: string;
  timestamp: string;
  data: Record<string, unknown>;
};

/** Returns the events about a record, in the order they were written. */
export async function eventsOf(db: Database, account_id: string, record_id: string): Promise<StoredEvent[]> {
  const rows = await db<{ body: string }[]>`
    select body
    from events
    where account_id = ${account_id}
      and body like ${`%${record_id}%`}
    order by id`;
  return rows.map(({ body }) => JSON.parse(body) as StoredEvent);
}
