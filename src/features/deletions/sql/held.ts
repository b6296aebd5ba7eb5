import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';

export type DelayedAccount = { account_id: string; is_own: boolean };

/** Lists accounts with a deletion that their own endpoint, or that of the installation, answered with a later time. */
// across accounts: one worker sends the deletions of all accounts
export async function listDelayedAccounts(db: Queryable, now: Date): Promise<DelayedAccount[]> {
  return db<DelayedAccount[]>`
    select held.account_id, bool_or(endpoint.account_id is not null) as is_own
    from core_deletions as held
    left join deletion_endpoints as endpoint
      on endpoint.account_id = held.account_id
    where ${isHeld(db, now)}
    group by held.account_id`;
}

/**
 * True if the endpoint of the account answered one of its deletions with a later time. A request asks of its own account
 * only; the worker also knows the answers to other accounts that share the endpoint.
 */
export async function isEndpointDelayed(db: Queryable, account_id: string, now: Date): Promise<boolean> {
  const held = await db`
    select 1
    from core_deletions as held
    where held.account_id = ${account_id}
      and ${isHeld(db, now)}
    limit 1`;
  return held.length > 0;
}

/** The condition on `due_at`, which is never before `not_before`, is the one of the index. */
// across accounts: a condition of other statements
function isHeld(db: Queryable, now: Date): Fragment {
  return db`held.state <> 'sent' and held.due_at > ${now} and held.not_before > ${now}`;
}
