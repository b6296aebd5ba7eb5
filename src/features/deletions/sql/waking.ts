import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import { andEndpointOpen, type EndpointsToCall } from './endpoints.ts';

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

/**
 * Makes the oldest due that waits, to find out whether the training app is back; false where none waits. It is found first
 * and made due in its account then.
 */
// across accounts: one worker sends the deletions of all accounts
export async function wakeOldest(db: Queryable, now: Date, open: EndpointsToCall): Promise<boolean> {
  const [oldest] = await db<{ account_id: string; session_id: string }[]>`
    select waiting.account_id, waiting.session_id
    from core_deletions as waiting
    where waiting.state = 'queued'
      and waiting.claim_id is null
      ${andNotHeldBack(db, now)}
      ${andEndpointOpen(db, open)}
    order by waiting.due_at
    limit 1`;
  if (!oldest) return false;
  const { account_id, session_id } = oldest;
  const woken = await db`
    update core_deletions as waiting
    set due_at = ${now}
    where waiting.account_id = ${account_id}
      and waiting.session_id = ${session_id}
      and waiting.state = 'queued'
      and waiting.claim_id is null
      ${andNotHeldBack(db, now)}`;
  return woken.count === 1;
}

/** The endpoint's last answer named no later time. */
// across accounts: a part of statements of one worker for all accounts, and of one account
function andNotHeldBack(db: Queryable, now: Date): Fragment {
  return db`and (waiting.not_before is null or waiting.not_before <= ${now})`;
}
