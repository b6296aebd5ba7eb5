import type { Context } from '../../../access/context.ts';
import type { Transaction } from '../../../lib/sql.ts';
import { listKeysOf, revokeKeysOf } from '../../keys/keys.ts';
import { endCodes, endConsents, listConsentsOf } from '../../oauth/grants.ts';
import type { PersonAccess } from './contract.ts';

export type AccessKept = { keep_access?: boolean };

/** The keys that somebody made and the apps that they let in: all of it works without them. */
export async function listAccess(ctx: Context, user_id: string): Promise<PersonAccess> {
  const [keys, apps] = await Promise.all([listKeysOf(ctx, user_id), listConsentsOf(ctx, user_id)]);
  return { keys, apps };
}

/** Part of what takes the account away from somebody. Codes nobody has redeemed are not for others to keep. */
export async function endAccess(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  { keep_access = false }: AccessKept = {},
): Promise<Record<string, number>> {
  if (keep_access) return { codes: await endCodes(tx, ctx, { user_id }) };
  const keys = await revokeKeysOf(tx, ctx, user_id);
  return { keys, ...(await endConsents(tx, ctx, { user_id })) };
}
