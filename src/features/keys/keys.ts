import { userOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { assertRoom } from '../../access/limits/limits.ts';
import type { Scope } from '../../access/scopes.ts';
import { badRequest, notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql.ts';
import { hashToken, makeToken } from '../../lib/tokens.ts';
import { audit } from '../../audit/audit.ts';
import type { KeyFilter, KeyMade, KeyPage } from './contract.ts';
import * as queries from './queries.ts';

export type NewKey = { name: string; scopes: Scope[] };

/** Only this answer holds the key. */
export async function createKey(ctx: Context, { name, scopes }: NewKey): Promise<KeyMade> {
  const { db, account_id, now } = ctx;
  const id = newId(now);
  const key = makeToken('tak_', account_id);
  return transaction(
    db,
    async (tx) => {
      await addKey(tx, ctx, { id, key, name, scopes });
      return { id, key };
    },
    { landed: async (tx) => ((await queries.hasKey(tx, account_id, id)) ? { id, key } : undefined) },
  );
}

/** Replaces the secret; the old one stops working at once. */
export async function rollKey(ctx: Context, old_id: string): Promise<KeyMade> {
  const { db, account_id, now } = ctx;
  const id = newId(now);
  const key = makeToken('tak_', account_id);
  return transaction(
    db,
    async (tx) => {
      const old = await queries.lockLiveKey(tx, account_id, old_id);
      if (!old) throw notFound('Key');
      if (old.scopes.includes('write:sessions'))
        throw badRequest('scopes: a key with write:sessions is replaced by the operator');
      await queries.revokeKey(tx, account_id, old_id, now);
      await audit(tx, ctx, { action: 'key.rolled', target_id: old_id, details: { replaced_by: id } });
      await addKey(tx, ctx, { id, key, name: old.name, scopes: old.scopes });
      return { id, key };
    },
    { landed: async (tx) => ((await queries.hasKey(tx, account_id, id)) ? { id, key } : undefined) },
  );
}

export async function listKeys({ db, account_id }: Context, filter: KeyFilter): Promise<KeyPage> {
  const { keys, total } = await queries.listKeys(db, account_id, filter);
  return { keys, total, limit: filter.limit, offset: filter.offset };
}

async function addKey(
  tx: Transaction,
  ctx: Context,
  { id, key, name, scopes }: NewKey & KeyMade,
): Promise<void> {
  const { account_id, actor, now } = ctx;
  await assertRoom(tx, ctx, 'keys');
  await queries.insertKey(tx, account_id, {
    id,
    name,
    token_hash: hashToken(key),
    last4: key.slice(-4),
    scopes,
    created_by: userOf(actor),
    created_at: now,
  });
  await audit(tx, ctx, { action: 'key.created', target_id: id, details: { name, scopes } });
}

/** The live keys that a user made. */
export function listKeysOf({ db, account_id }: Context, user_id: string): Promise<queries.MadeKey[]> {
  return queries.listKeysOf(db, account_id, user_id);
}

/** Part of ending a user's access. */
export async function revokeKeysOf(tx: Transaction, ctx: Context, user_id: string): Promise<number> {
  const revoked = await queries.revokeKeysOf(tx, ctx.account_id, user_id, ctx.now);
  for (const id of revoked)
    await audit(tx, ctx, { action: 'key.revoked', target_id: id, details: { made_by: user_id } });
  return revoked.length;
}

export async function revokeKey(ctx: Context, id: string): Promise<{ revoked: true }> {
  const { db, account_id, now } = ctx;
  await transaction(db, async (tx) => {
    if (await queries.revokeKey(tx, account_id, id, now))
      await audit(tx, ctx, { action: 'key.revoked', target_id: id });
    else if (!(await queries.hasKey(tx, account_id, id))) throw notFound('Key');
  });
  return { revoked: true };
}
