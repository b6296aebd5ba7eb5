import type { Context } from '../../access/context.ts';
import type { Scope } from '../../access/scopes.ts';
import { notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { transaction } from '../../lib/sql.ts';
import { hashToken, makeToken } from '../../lib/tokens.ts';
import { audit } from '../audit/audit.ts';
import * as queries from './queries.ts';

export type NewKey = { name: string; scopes: Scope[] };

/** The key itself is in this answer and nowhere else. */
export async function createKey(
  ctx: Context,
  { name, scopes }: NewKey,
): Promise<{ id: string; key: string }> {
  const { db, account_id, actor, now } = ctx;
  const id = newId(now);
  const key = makeToken('tak_', account_id);
  return transaction(
    db,
    async (tx) => {
      await queries.insertKey(tx, account_id, {
        id,
        name,
        token_hash: hashToken(key),
        last4: key.slice(-4),
        scopes,
        created_by: actor.kind === 'user' ? actor.user_id : null,
        created_at: now,
      });
      await audit(tx, ctx, { action: 'key.created', target_id: id, details: { name, scopes } });
      return { id, key };
    },
    { landed: async (tx) => ((await queries.hasKey(tx, account_id, id)) ? { id, key } : undefined) },
  );
}

export async function revokeKey(ctx: Context, id: string): Promise<{ revoked: true }> {
  const { db, account_id, now } = ctx;
  await transaction(db, async (tx) => {
    if (!(await queries.revokeKey(tx, account_id, id, now))) throw notFound('Key');
    await audit(tx, ctx, { action: 'key.revoked', target_id: id });
  });
  return { revoked: true };
}
