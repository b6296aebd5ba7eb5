import type { Queryable } from '../lib/sql/sql.ts';

// across accounts: asks whether any account exists
export async function hasAccounts(db: Queryable): Promise<boolean> {
  const found = await db`
    select 1
    from accounts
    limit 1`;
  return found.length === 1;
}
