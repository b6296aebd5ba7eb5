import type { Database } from '../src/lib/sql/sql.ts';

export type Ledger = { created: number; delivered: number; failed: number; pending: number; queued: number };

/**
 * Counts deliveries by state, and rows of the queue. Invariants: each delivery has one state, and `queued` equals
 * `pending`.
 */
export async function ledgerOf(db: Database): Promise<Ledger> {
  const [ledger] = await db<[Ledger]>`
    select logged.*, waiting.queued
    from (
      select
        count(*)::int as created,
        count(*) filter (where state = 'delivered')::int as delivered,
        count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'pending')::int as pending
      from webhook_deliveries
    ) as logged
    cross join (
      select count(*)::int as queued
      from webhook_queue
    ) as waiting`;
  return ledger;
}

export function isBalanced({ created, delivered, failed, pending, queued }: Ledger): boolean {
  return created === delivered + failed + pending && pending === queued;
}
