import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/access/context.ts';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { makeTools } from './tools.ts';

export const PASSWORD = 'correct horse battery';

/** Creates an account and returns its admin's context and credentials. */
export async function seedAccount(db: Database, name = 'Bench') {
  const now = new Date();
  const tools = makeTools();
  const person = { email: `admin-${randomUUID()}@example.com`, password: PASSWORD };
  const admin = { ...person, full_name: 'Ada Admin' };
  const { account_id, user_id } = await createAccount({ db, now, tools }, { name, admin });
  const ctx: Context = { db, account_id, actor: { kind: 'user', user_id }, now, tools };
  return { ctx, person };
}
