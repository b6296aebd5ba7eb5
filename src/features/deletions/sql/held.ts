import type { Queryable } from '../../../lib/sql/sql.ts';

export type HeldAccount = { account_id: string; is_own: boolean };

/**
 * Accounts with a deletion that an endpoint, their own or that of the installation, answered with a later time. The
 * condition on `due_at`, which is never earlier, is that of the index.
 */
// across accounts: one worker sends the deletions of all accounts
export async function listHeldAccounts(db: Queryable, now: Date): Promise<HeldAccount[]> {
  return db<HeldAccount[]>`
    select held.account_id, bool_or(endpoint.account_id is not null) as is_own
    from core_deletions as held
    left join deletion_endpoints as endpoint
      on endpoint.account_id = held.account_id
    where held.state <> 'sent'
      and held.due_at > ${now}
      and held.not_before > ${now}
    group by held.account_id`;
}

/** True if an answer of the account's own endpoint, or of that of the installation, named a later time. */
// across accounts: the accounts without an endpoint of their own share one
export async function isEndpointHeld(
  db: Queryable,
  account_id: string,
  { is_own, now }: { is_own: boolean; now: Date },
): Promise<boolean> {
  const held = is_own
    ? await db`
        select 1
        from core_deletions as held
        where held.account_id = ${account_id}
          and held.state <> 'sent'
          and held.due_at > ${now}
          and held.not_before > ${now}
        limit 1`
    : (await listHeldAccounts(db, now)).filter((one) => !one.is_own);
  return held.length > 0;
}
