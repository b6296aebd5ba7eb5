import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import { andEndpointCallable, type CallableEndpoints } from './endpoints.ts';

/**
 * Makes all waiting deletions for the installation's endpoint due, after that endpoint has accepted a deletion again.
 */
// across accounts: the accounts without an endpoint of their own share one
export async function makeDefaultEndpointDeletionsDue(db: Queryable, now: Date): Promise<void> {
  await db`
    update core_deletions as waiting
    set due_at = ${now}
    where waiting.state = 'queued'
      and waiting.claim_id is null
      and waiting.due_at > ${now}
      ${andRetryAfterPassed(db, now)}
      and not exists (
        select 1
        from deletion_endpoints as endpoint
        where endpoint.account_id = waiting.account_id
      )`;
}

/** Makes all waiting deletions due of an account that has a deletion endpoint of its own. */
export async function makeAccountDeletionsDue(db: Queryable, account_id: string, now: Date): Promise<void> {
  await db`
    update core_deletions as waiting
    set due_at = ${now}
    where waiting.account_id = ${account_id}
      and waiting.state = 'queued'
      and waiting.claim_id is null
      and waiting.due_at > ${now}
      ${andRetryAfterPassed(db, now)}`;
}

/**
 * Makes the oldest waiting deletion due, to probe whether the training app is available again. Returns false if no
 * deletion waits. A second statement does the update because an update must name its account.
 */
// across accounts: one worker sends the deletions of all accounts
export async function makeOldestDeletionDue(
  db: Queryable,
  now: Date,
  endpoints: CallableEndpoints,
): Promise<boolean> {
  const [oldest] = await db<{ account_id: string; session_id: string }[]>`
    select waiting.account_id, waiting.session_id
    from core_deletions as waiting
    where waiting.state = 'queued'
      and waiting.claim_id is null
      ${andRetryAfterPassed(db, now)}
      ${andEndpointCallable(db, endpoints)}
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
      ${andRetryAfterPassed(db, now)}`;
  return woken.count === 1;
}

/** A condition that begins with `and`: excludes deletions that the endpoint delayed with `Retry-After`. */
// across accounts: a condition in statements of one account, and of the worker for all accounts
function andRetryAfterPassed(db: Queryable, now: Date): Fragment {
  return db`and (waiting.not_before is null or waiting.not_before <= ${now})`;
}
