import type { Queryable } from '../lib/sql.ts';

// across accounts: the question is whether there is any
export async function hasAccounts(db: Queryable): Promise<boolean> {
  const found = await db`
    select 1
    from accounts
    limit 1`;
  return found.length === 1;
}
