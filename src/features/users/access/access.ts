import type { Context } from '../../../access/context.ts';
import type { Transaction } from '../../../lib/sql/sql.ts';
import { listKeysOf, revokeKeysOf } from '../../keys/keys.ts';
import { endCodes, endConsents, listConsentsOf } from '../../oauth/grants.ts';
import type { UserAccess } from './contract.ts';

export type KeepAccess = { keep_access?: boolean };

/** The keys that a user made and the apps that they connected; these work without the user. */
export async function listAccess(ctx: Context, user_id: string): Promise<UserAccess> {
  const [keys, apps] = await Promise.all([listKeysOf(ctx, user_id), listConsentsOf(ctx, user_id)]);
  return { keys, apps };
}

/** Part of ending a user's access; unredeemed codes end too. */
export async function endAccess(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  { keep_access = false }: KeepAccess = {},
): Promise<Record<string, number>> {
  if (keep_access) return { codes: await endCodes(tx, ctx, { user_id }) };
  // An app that was connected may make keys until its consent has ended.
  const consents = await endConsents(tx, ctx, { user_id });
  return { keys: await revokeKeysOf(tx, ctx, user_id), ...consents };
}
