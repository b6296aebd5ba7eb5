import { userIdOf } from '../../access/actor.ts';
import { assertStillAdmin } from '../../access/admins.ts';
import type { ApiContext, Context, Credential } from '../../access/context.ts';
import { assertBelowLimit } from '../../access/limits/limits.ts';
import { invalidKey } from '../../access/authenticate.ts';
import type { Scope } from '../../access/scopes.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, Failure } from '../../lib/errors.ts';
import { keyReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Key, KeyChanges, KeyFilter, CreatedKey, KeyPage } from './contract.ts';
import * as queries from './queries.ts';
import {
  assertNotLessRestricted,
  hasExpired,
  areSameRestrictions,
  parseKeyRestrictions,
  NO_KEY_RESTRICTIONS,
  type KeyRestrictions,
} from './restrictions.ts';

export type KeyInput = { name: string; scopes: Scope[] } & KeyChanges;

/**
 * Creates a key. Only this response contains its secret; the database stores a hash. If a key creates it, the new key
 * inherits the restrictions that the input omits.
 */
export async function createKey(
  ctx: Context,
  { name, scopes, ...restrictions }: KeyInput,
): Promise<CreatedKey> {
  const { db, account_id, now } = ctx;
  const id = newId(now);
  const key = makeToken('tak_', account_id);
  const asked = parseKeyRestrictions(restrictions, now);
  return transaction(db, async (tx) => {
    await assertStillAdmin(tx, ctx);
    const { user_id, own } = await lockCallersKey(tx, ctx);
    const restricted = { ...own, ...asked };
    assertNotLessRestricted(own, restricted);
    await addKey(tx, ctx, { id, key, name, scopes, ...restricted, created_by: user_id });
    return { id, key };
  });
}

/** A key or token can create a key only if it has all scopes of that key. */
export function createKeyForApiCaller(ctx: ApiContext, input: KeyInput): Promise<CreatedKey> {
  assertOwnScopes(ctx, input.scopes);
  return createKey(ctx, input);
}

/** A key or token can replace a key only if it has all scopes of that key. */
export function rollKeyForApiCaller(ctx: ApiContext, old_id: string): Promise<CreatedKey> {
  return rollKey(ctx, old_id, (scopes) => assertOwnScopes(ctx, scopes));
}

/** Replaces a key by a new one with the same name, scopes and restrictions; the old key stops working immediately. */
export async function rollKey(
  ctx: Context,
  old_id: string,
  assertAllowed: (scopes: readonly Scope[]) => void = () => {},
): Promise<CreatedKey> {
  const { db, account_id, now } = ctx;
  const id = newId(now);
  const key = makeToken('tak_', account_id);
  return transaction(db, async (tx) => {
    await assertStillAdmin(tx, ctx);
    const old = await queries.lockLiveKey(tx, account_id, old_id);
    if (!old) throw notFound('Key');
    assertAllowed(old.scopes);
    if (old.scopes.includes('write:sessions')) throw badRequest('scopes', keyReasons.operator_replaces_key);
    if (hasExpired(old, now)) throw badRequest('key_id', keyReasons.key_expired);
    const { user_id, own } = await lockCallersKey(tx, ctx);
    assertNotLessRestricted(own, old);
    await queries.revokeKey(tx, account_id, old_id, now);
    await recordAudit(tx, ctx, { action: 'key.rolled', target_id: old_id, details: { replaced_by: id } });
    const { name, scopes, expires_at, allowed_addresses } = old;
    await addKey(tx, ctx, { id, key, name, scopes, expires_at, allowed_addresses, created_by: user_id });
    return { id, key };
  });
}

/** A key or token can change only keys whose scopes it has itself, and not beyond its own restrictions. */
export function changeKeyForApiCaller(ctx: ApiContext, id: string, changes: KeyChanges): Promise<Key> {
  return changeKey(ctx, id, changes, (scopes) => assertOwnScopes(ctx, scopes));
}

/**
 * Changes the restrictions of a key, which apply from its next request. An expired key works again if its expiry is
 * moved into the future.
 */
export async function changeKey(
  ctx: Context,
  id: string,
  changes: KeyChanges,
  assertAllowed: (scopes: readonly Scope[]) => void = () => {},
): Promise<Key> {
  const { db, account_id, actor, now } = ctx;
  const asked = parseKeyRestrictions(changes, now);
  return transaction(db, async (tx) => {
    await assertStillAdmin(tx, ctx);
    const old = await queries.lockLiveKey(tx, account_id, id);
    if (!old) throw notFound('Key');
    assertAllowed(old.scopes);
    if (old.scopes.includes('write:sessions') && actor.kind !== 'system')
      throw badRequest('scopes', keyReasons.operator_changes_key);
    const changed = { ...old, ...asked };
    const { own } = await lockCallersKey(tx, ctx);
    assertNotLessRestricted(own, old);
    assertNotLessRestricted(own, changed);
    if (areSameRestrictions(old, changed)) return old;

    if (hasExpired(old, now) && !hasExpired(changed, now)) await assertBelowLimit(tx, ctx, 'keys');
    await queries.setKeyRestrictions(tx, account_id, id, changed);
    await recordAudit(tx, ctx, { action: 'key.changed', target_id: id, details: asked });
    return changed;
  });
}

export async function listKeys({ db, account_id, now }: Context, filter: KeyFilter): Promise<KeyPage> {
  const { keys, total } = await queries.listKeys(db, account_id, filter, now);
  return { keys, total, limit: filter.limit, offset: filter.offset };
}

function assertOwnScopes({ scopes: own }: ApiContext, scopes: readonly Scope[]): void {
  const beyond = scopes.filter((scope) => !own.includes(scope));
  if (beyond.length > 0)
    throw new Failure(
      'INSUFFICIENT_PERMISSIONS',
      `scopes: a key can have only scopes that its creator has, not ${beyond.join(', ')}`,
    );
}

/** Locks a key or grant and returns the user who created the key or connected the app; throws if it is revoked. */
export async function lockCredentialAndFindUserId(
  tx: Transaction,
  account_id: string,
  credential: Credential,
): Promise<string | null> {
  const maker = await queries.lockCredential(tx, account_id, { kind: 'api', ...credential });
  if (!maker) throw invalidKey();
  return maker.user_id;
}

/** The user whose removal revokes the new key, and the restrictions of the key that creates it. */
type CallersKey = { user_id: string | null; own: KeyRestrictions };

async function lockCallersKey(tx: Transaction, { account_id, actor }: Context): Promise<CallersKey> {
  if (actor.kind !== 'api') return { user_id: userIdOf(actor), own: NO_KEY_RESTRICTIONS };
  const maker = await queries.lockCredential(tx, account_id, actor);
  if (!maker) throw invalidKey();
  const { user_id, ...own } = maker;
  return { user_id, own };
}

type AddedKey = Pick<KeyInput, 'name' | 'scopes'> &
  KeyRestrictions &
  CreatedKey & { created_by: string | null };

async function addKey(
  tx: Transaction,
  ctx: Context,
  { id, key, name, scopes, created_by, ...restricted }: AddedKey,
): Promise<void> {
  const { account_id, now } = ctx;
  await assertBelowLimit(tx, ctx, 'keys');
  await queries.insertKey(tx, account_id, {
    id,
    name,
    token_hash: hashToken(key),
    last4: key.slice(-4),
    scopes,
    created_by,
    created_at: now,
    ...restricted,
  });
  const details = {
    name,
    scopes,
    ...(areSameRestrictions(restricted, NO_KEY_RESTRICTIONS) ? {} : restricted),
  };
  await recordAudit(tx, ctx, { action: 'key.created', target_id: id, details });
}

/** Lists the keys that a user created, without revoked ones. */
export function listKeysOfUser({ db, account_id }: Context, user_id: string): Promise<queries.KeyOfUser[]> {
  return queries.listKeysOfUser(db, account_id, user_id);
}

/** Revokes all keys that a user created. Called when the access of the user ends. */
export async function revokeKeysOfUser(tx: Transaction, ctx: Context, user_id: string): Promise<number> {
  const revoked = await queries.revokeKeysOfUser(tx, ctx.account_id, user_id, ctx.now);
  for (const id of revoked)
    await recordAudit(tx, ctx, { action: 'key.revoked', target_id: id, details: { made_by: user_id } });
  // A revoked key may have created another key at the same time, which is committed by now.
  return revoked.length === 0 ? 0 : revoked.length + (await revokeKeysOfUser(tx, ctx, user_id));
}

export async function revokeKey(ctx: Context, id: string): Promise<{ revoked: true }> {
  const { db, account_id, now } = ctx;
  await transaction(db, async (tx) => {
    if (await queries.revokeKey(tx, account_id, id, now))
      await recordAudit(tx, ctx, { action: 'key.revoked', target_id: id });
    else if (!(await queries.hasKey(tx, account_id, id))) throw notFound('Key');
  });
  return { revoked: true };
}
