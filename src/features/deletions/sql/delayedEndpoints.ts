import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';

export type DelayedAccount = { account_id: string; is_own: boolean };

/**
 * Lists the accounts whose endpoint delayed a deletion with `Retry-After`. `is_own` is false if it was the endpoint of
 * the installation.
 */
// across accounts: one worker sends the deletions of all accounts
export async function listDelayedAccounts(db: Queryable, now: Date): Promise<DelayedAccount[]> {
  return db<DelayedAccount[]>`
    select held.account_id, bool_or(endpoint.account_id is not null) as is_own
    from core_deletions as held
    left join deletion_endpoints as endpoint
      on endpoint.account_id = held.account_id
    where ${isDelayed(db, now)}
    group by held.account_id`;
}

/**
 * True if the endpoint delayed a deletion of this account with `Retry-After`. A delay in an answer to another account
 * with the same endpoint is not considered here; only the worker does so.
 */
export async function isEndpointDelayed(db: Queryable, account_id: string, now: Date): Promise<boolean> {
  const held = await db`
    select 1
    from core_deletions as held
    where held.account_id = ${account_id}
      and ${isDelayed(db, now)}
    limit 1`;
  return held.length > 0;
}

/**
 * SQL condition for delayed deletions. The condition on `due_at` is redundant, because `due_at` is never before
 * `not_before`, but lets PostgreSQL use the index.
 */
// across accounts: a condition in statements of one account, and of the worker for all accounts
function isDelayed(db: Queryable, now: Date): Fragment {
  return db`held.state <> 'sent' and held.due_at > ${now} and held.not_before > ${now}`;
}
