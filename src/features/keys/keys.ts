import { userOf } from '../../access/actor.ts';
import { assertStillAdmin } from '../../access/admins.ts';
import type { ApiContext, Context, Credential } from '../../access/context.ts';
import { assertRoom } from '../../access/limits/limits.ts';
import { invalidKey } from '../../access/authenticate.ts';
import type { Scope } from '../../access/scopes.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, Failure } from '../../lib/errors.ts';
import { keyReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Key, KeyChanges, KeyFilter, KeyMade, KeyPage } from './contract.ts';
import * as queries from './queries.ts';
import {
  assertNotLessRestricted,
  hasExpired,
  isSameRestriction,
  readRestrictions,
  UNRESTRICTED,
  type Restrictions,
} from './restrictions.ts';

export type KeyInput = { name: string; scopes: Scope[] } & KeyChanges;

/** Only this answer holds the key; a key gives its own restrictions where none are named. */
export async function createKey(ctx: Context, { name, scopes, ...restrictions }: KeyInput): Promise<KeyMade> {
  const { db, account_id, now } = ctx;
  const id = newId(now);
  const key = makeToken('tak_', account_id);
  const asked = readRestrictions(restrictions, now);
  return transaction(db, async (tx) => {
    await assertStillAdmin(tx, ctx);
    const { user_id, own } = await lockCallersKey(tx, ctx);
    const restricted = { ...own, ...asked };
    assertNotLessRestricted(own, restricted);
    await addKey(tx, ctx, { id, key, name, scopes, ...restricted, created_by: user_id });
    return { id, key };
  });
}

/** A key or token makes only keys that may do no more than it may itself. */
export function createKeyByCredential(ctx: ApiContext, input: KeyInput): Promise<KeyMade> {
  assertOwnScopes(ctx, input.scopes);
  return createKey(ctx, input);
}

/** A key or token replaces only keys that may do no more than it may itself. */
export function rollKeyByCredential(ctx: ApiContext, old_id: string): Promise<KeyMade> {
  return rollKey(ctx, old_id, (scopes) => assertOwnScopes(ctx, scopes));
}

/** Replaces the secret; the old one stops working at once. */
export async function rollKey(
  ctx: Context,
  old_id: string,
  assertAllowed: (scopes: readonly Scope[]) => void = () => {},
): Promise<KeyMade> {
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

/** A key or token changes only keys that may do no more than it may itself, and gives no more than it has. */
export function changeKeyByCredential(ctx: ApiContext, id: string, changes: KeyChanges): Promise<Key> {
  return changeKey(ctx, id, changes, (scopes) => assertOwnScopes(ctx, scopes));
}

/** Holds from the next request of the key on; one that has expired works again with a later end. */
export async function changeKey(
  ctx: Context,
  id: string,
  changes: KeyChanges,
  assertAllowed: (scopes: readonly Scope[]) => void = () => {},
): Promise<Key> {
  const { db, account_id, actor, now } = ctx;
  const asked = readRestrictions(changes, now);
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
    if (isSameRestriction(old, changed)) return old;

    if (hasExpired(old, now) && !hasExpired(changed, now)) await assertRoom(tx, ctx, 'keys');
    await queries.restrictKey(tx, account_id, id, changed);
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
      `scopes: a key allows only what its maker may do, not ${beyond.join(', ')}`,
    );
}

/** The user who made a key or connected an app; throws when the key or the connection has ended. */
export async function lockKeyMaker(
  tx: Transaction,
  account_id: string,
  credential: Credential,
): Promise<string | null> {
  const maker = await queries.lockCredential(tx, account_id, { kind: 'api', ...credential });
  if (!maker) throw invalidKey();
  return maker.user_id;
}

/** The user whose access the new key ends with, and the restrictions of the key that makes it. */
type Maker = { user_id: string | null; own: Restrictions };

async function lockCallersKey(tx: Transaction, { account_id, actor }: Context): Promise<Maker> {
  if (actor.kind !== 'api') return { user_id: userOf(actor), own: UNRESTRICTED };
  const maker = await queries.lockCredential(tx, account_id, actor);
  if (!maker) throw invalidKey();
  const { user_id, ...own } = maker;
  return { user_id, own };
}

type AddedKey = Pick<KeyInput, 'name' | 'scopes'> & Restrictions & KeyMade & { created_by: string | null };

async function addKey(
  tx: Transaction,
  ctx: Context,
  { id, key, name, scopes, created_by, ...restricted }: AddedKey,
): Promise<void> {
  const { account_id, now } = ctx;
  await assertRoom(tx, ctx, 'keys');
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
  const details = { name, scopes, ...(isSameRestriction(restricted, UNRESTRICTED) ? {} : restricted) };
  await recordAudit(tx, ctx, { action: 'key.created', target_id: id, details });
}

/** The live keys that a user made. */
export function listKeysOf({ db, account_id }: Context, user_id: string): Promise<queries.MadeKey[]> {
  return queries.listKeysOf(db, account_id, user_id);
}

/** Part of ending a user's access. */
export async function revokeKeysOf(tx: Transaction, ctx: Context, user_id: string): Promise<number> {
  const revoked = await queries.revokeKeysOf(tx, ctx.account_id, user_id, ctx.now);
  for (const id of revoked)
    await recordAudit(tx, ctx, { action: 'key.revoked', target_id: id, details: { made_by: user_id } });
  // A key that one of these keys was creating at the same time is committed by now.
  return revoked.length === 0 ? 0 : revoked.length + (await revokeKeysOf(tx, ctx, user_id));
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
