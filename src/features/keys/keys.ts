import type { Context } from '../../access/context.ts';
import type { Scope } from '../../access/scopes.ts';
import { notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { hashToken, makeToken } from '../../lib/tokens.ts';
import * as queries from './queries.ts';

export type NewKey = { name: string; scopes: Scope[] };

/** The key itself is in this answer and nowhere else. */
export async function createKey(
  { db, account_id, actor, now }: Context,
  { name, scopes }: NewKey,
): Promise<{ id: string; key: string }> {
  const id = newId(now);
  const key = makeToken('tak_', account_id);
  await queries.insertKey(db, account_id, {
    id,
    name,
    token_hash: hashToken(key),
    last4: key.slice(-4),
    scopes,
    created_by: actor.kind === 'user' ? actor.user_id : null,
    created_at: now,
  });
  return { id, key };
}

export async function revokeKey({ db, account_id, now }: Context, id: string): Promise<{ revoked: true }> {
  if (!(await queries.revokeKey(db, account_id, id, now))) throw notFound('Key');
  return { revoked: true };
}
