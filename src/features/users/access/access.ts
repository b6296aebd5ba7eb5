import type { Context } from '../../../access/context.ts';
import type { Transaction } from '../../../lib/sql/sql.ts';
import { listKeysOfUser, revokeKeysOfUser } from '../../keys/keys.ts';
import { endAuthorizationCodes, endConsents, listAllowedAppsOfUser } from '../../oauth/grants.ts';
import type { UserAccess } from './contract.ts';

export type DeactivationOptions = { keep_access?: boolean };

/** Lists the API keys that a user created and the apps that they connected. Both stay valid when the user signs out. */
export async function listUserAccess(ctx: Context, user_id: string): Promise<UserAccess> {
  const [keys, apps] = await Promise.all([listKeysOfUser(ctx, user_id), listAllowedAppsOfUser(ctx, user_id)]);
  return { keys, apps };
}

/**
 * Revokes the keys and consents of a user. With `keep_access`, only authorization codes that are not yet exchanged end.
 */
export async function revokeUserAccess(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  { keep_access = false }: DeactivationOptions = {},
): Promise<Record<string, number>> {
  if (keep_access) return { codes: await endAuthorizationCodes(tx, ctx, { user_id }) };
  // Consents end first, because a connected app can create keys until then.
  const consents = await endConsents(tx, ctx, { user_id });
  return { keys: await revokeKeysOfUser(tx, ctx, user_id), ...consents };
}
