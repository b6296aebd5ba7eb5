import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';

/** Makes all due that wait because the installation's endpoint was unavailable. */
// across accounts: the accounts without an endpoint of their own share one
export async function wakeQueued(db: Queryable, now: Date): Promise<void> {
  await db`
    update core_deletions as waiting
    set due_at = ${now}
    where waiting.state = 'queued'
      and waiting.claim_id is null
      and waiting.due_at > ${now}
      ${andNotHeldBack(db, now)}
      and not exists (
        select 1
        from deletion_endpoints as endpoint
        where endpoint.account_id = waiting.account_id
      )`;
}

/** Wakes the queued deletions of an account that has an endpoint of its own. */
export async function wakeQueuedOf(db: Queryable, account_id: string, now: Date): Promise<void> {
  await db`
    update core_deletions as waiting
    set due_at = ${now}
    where waiting.account_id = ${account_id}
      and waiting.state = 'queued'
      and waiting.claim_id is null
      and waiting.due_at > ${now}
      ${andNotHeldBack(db, now)}`;
}

/** The endpoint's last answer named no later time. */
// across accounts: a part of statements of one worker for all accounts, and of one account
export function andNotHeldBack(db: Queryable, now: Date): Fragment {
  return db`and (waiting.not_before is null or waiting.not_before <= ${now})`;
}
