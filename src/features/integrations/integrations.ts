import { userIdOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { assertBelowLimit } from '../../access/limits/limits.ts';
import { notFound } from '../../access/notFound.ts';
import { newId } from '../../lib/ids.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Integration } from './contract.ts';
import * as queries from './queries.ts';

/** Creates an integration. Its secret is returned only here and cannot be read again, because only a hash is stored. */
export async function createIntegration(
  ctx: Context,
  { provider }: { provider: string },
): Promise<{ integration_id: string; secret: string }> {
  const { db, account_id, actor, now } = ctx;
  const integration_id = newId(now);
  const secret = makeToken('tai_', account_id);
  const made = { integration_id, secret };
  return transaction(db, async (tx) => {
    await assertBelowLimit(tx, ctx, 'integrations');
    await queries.insertIntegration(tx, account_id, {
      id: integration_id,
      provider,
      ...kept(secret),
      created_by: userIdOf(actor),
      created_at: now,
    });
    await recordAudit(tx, ctx, {
      action: 'integration.created',
      target_id: integration_id,
      details: { provider },
    });
    return made;
  });
}

export function listIntegrations({ db, account_id }: Context): Promise<Integration[]> {
  return queries.listIntegrations(db, account_id);
}

/** Replaces the secret of an integration. The old secret stops working immediately. */
export async function rotateIntegrationSecret(ctx: Context, id: string): Promise<{ secret: string }> {
  const { db, account_id } = ctx;
  const secret = makeToken('tai_', account_id);
  return transaction(db, async (tx) => {
    if (!(await queries.replaceSecret(tx, account_id, id, kept(secret)))) throw notFound('Integration');
    await recordAudit(tx, ctx, { action: 'integration.secret_rotated', target_id: id });
    return { secret };
  });
}

export async function revokeIntegration(ctx: Context, id: string): Promise<{ revoked: true }> {
  const { db, account_id, now } = ctx;
  await transaction(db, async (tx) => {
    if (await queries.revokeIntegration(tx, account_id, id, now))
      await recordAudit(tx, ctx, { action: 'integration.revoked', target_id: id });
    else if (!(await queries.hasIntegration(tx, account_id, id))) throw notFound('Integration');
  });
  return { revoked: true };
}

function kept(secret: string): { token_hash: Buffer; last4: string } {
  return { token_hash: hashToken(secret), last4: secret.slice(-4) };
}
