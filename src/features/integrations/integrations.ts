import type { Context } from '../../access/context.ts';
import { notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { hashToken, makeToken } from '../../lib/tokens.ts';
import type { Integration } from './contract.ts';
import * as queries from './queries.ts';

/** The secret is in this answer and nowhere else. */
export async function createIntegration(
  { db, account_id, actor, now }: Context,
  { provider }: { provider: string },
): Promise<{ integration_id: string; secret: string }> {
  const integration_id = newId(now);
  const secret = makeToken('tai_', account_id);
  await queries.insertIntegration(db, account_id, {
    id: integration_id,
    provider,
    ...kept(secret),
    created_by: actor.kind === 'user' ? actor.user_id : null,
    created_at: now,
  });
  return { integration_id, secret };
}

export function listIntegrations({ db, account_id }: Context): Promise<Integration[]> {
  return queries.listIntegrations(db, account_id);
}

/** The old secret stops working at once. */
export async function rotateIntegrationSecret(
  { db, account_id }: Context,
  id: string,
): Promise<{ secret: string }> {
  const secret = makeToken('tai_', account_id);
  if (!(await queries.replaceSecret(db, account_id, id, kept(secret)))) throw notFound('Integration');
  return { secret };
}

export async function revokeIntegration(
  { db, account_id, now }: Context,
  id: string,
): Promise<{ revoked: true }> {
  if (!(await queries.revokeIntegration(db, account_id, id, now))) throw notFound('Integration');
  return { revoked: true };
}

function kept(secret: string): { token_hash: Buffer; last4: string } {
  return { token_hash: hashToken(secret), last4: secret.slice(-4) };
}
