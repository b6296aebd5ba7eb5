import type { Context } from '../../../access/context.ts';
import { recordAudit, type AuditAction } from '../../../audit/audit.ts';
import { notFound } from '../../../access/notFound.ts';
import { conflict } from '../../../lib/errors.ts';
import { webhookReasons } from '../reasons.ts';
import { makeSigningSecret, toStandardWebhooksSecret } from '../signing.ts';
import { transaction, type Transaction } from '../../../lib/sql/sql.ts';
import type {
  Endpoint,
  RevealedSecret,
  RotatedSecret,
  SecretRotationInput,
  SigningSecret,
} from './contract.ts';
import { signingSecretEncryptionContext, readEndpoint } from './endpoints.ts';
import { lockActorGrant } from './endpointsOfApps.ts';
import * as queries from './sql/secrets.ts';
import { isRotationScheduled, SECRET_OVERLAP_MS, validSecrets } from './validSecrets.ts';

/** The latest time that a timestamp with a four-digit year can express. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the secret that signs now and, during a scheduled rotation, the next secret. */
export async function revealEndpointSecret(ctx: Context, id: string): Promise<RevealedSecret> {
  const { db, account_id, now, tools } = ctx;
  const open = (sealed: Buffer) =>
    asShown(tools.box.open(sealed, signingSecretEncryptionContext(account_id, id)));
  return transaction(db, async (tx) => {
    await recordAudit(tx, ctx, { action: 'endpoint.secret_revealed', target_id: id });
    const secrets = await queries.findEndpointSecrets(tx, account_id, id);
    if (!secrets) throw notFound('Endpoint');
    const [current] = validSecrets(secrets, now);
    const { secret: newest, secret_switches_at: switches_at } = secrets;
    return {
      ...open(current),
      next: isRotationScheduled(secrets, now) ? { ...open(newest), switches_at } : null,
    };
  });
}

/**
 * Replaces the signing secret. `X-Webhook-Signature` uses the new secret immediately or from `switches_at`; the
 * Standard Webhooks header has signatures of both secrets until one day after the switch. An app can rotate only the
 * secrets of endpoints that it subscribed.
 */
export async function rotateEndpointSecret(
  ctx: Context,
  id: string,
  { switches_at }: SecretRotationInput = {},
): Promise<RotatedSecret> {
  const { account_id, tools } = ctx;
  const secret = makeSigningSecret();
  const sealed = tools.box.seal(secret, signingSecretEncryptionContext(account_id, id));
  const choose: Choose = (before, now) => {
    if (isRotationScheduled(before, now))
      throw conflict(
        'switches_at',
        webhookReasons.secret_waiting({ switches_at: before.secret_switches_at ?? '' }),
      );
    const switch_at = switches_at !== undefined && new Date(switches_at) > now ? new Date(switches_at) : null;
    const previous = { previous_secret: before.secret, previous_until: endOfOverlap(switch_at ?? now) };
    const details = switch_at && { details: { switches_at: switch_at.toISOString() } };
    return {
      update: { secret: sealed, ...previous, secret_switches_at: switch_at, secret_rotated_at: now },
      act: { action: 'endpoint.secret_rotated', ...details },
    };
  };
  return changeSecrets(ctx, id, choose, async (_, after) => ({
    ...asShown(secret),
    switches_at: after.secret_switches_at,
  }));
}

/**
 * Makes a scheduled secret sign from now on. The old secret stays in the Standard Webhooks headers for another day.
 * Without a scheduled secret, nothing changes.
 */
export async function switchToScheduledSecret(ctx: Context, id: string): Promise<Endpoint> {
  const choose: Choose = (before, now) =>
    isRotationScheduled(before, now)
      ? {
          update: { previous_until: endOfOverlap(now), secret_switches_at: now },
          act: { action: 'endpoint.secret_switched' },
        }
      : undefined;
  return changeSecrets(ctx, id, choose, (tx) => readEndpoint({ ...ctx, db: tx }, id));
}

/** Discards the scheduled secret; the current one stays valid. */
export async function cancelSecretRotation(ctx: Context, id: string): Promise<Endpoint> {
  const choose: Choose = (before, now) => {
    const { previous_secret: secret } = before;
    if (!isRotationScheduled(before, now) || !secret)
      throw conflict('endpoint_id', webhookReasons.no_secret_waiting);
    const nothing = { previous_secret: null, previous_until: null, secret_switches_at: null };
    return {
      update: { secret, ...nothing, secret_rotated_at: now },
      act: { action: 'endpoint.secret_rotation_cancelled' },
    };
  };
  return changeSecrets(ctx, id, choose, (tx) => readEndpoint({ ...ctx, db: tx }, id));
}

type Change = { update: queries.SecretsUpdate; act: Omit<AuditAction, 'target_id'> };
type Choose = (before: queries.StoredSecrets, now: Date) => Change | undefined;

/** Reads the clock after the endpoint is locked, because a scheduled secret can become current while the lock waits. */
async function changeSecrets<T>(
  ctx: Context,
  id: string,
  choose: Choose,
  answer: (tx: Transaction, after: queries.StoredSecrets) => Promise<T>,
): Promise<T> {
  const { db, account_id, actor, tools } = ctx;
  return transaction(db, async (tx) => {
    const grant_id = await lockActorGrant(tx, account_id, actor);
    const before = await lockOwn(tx, account_id, id, grant_id);
    const change = choose(before, tools.clock.now());
    if (!change) return answer(tx, before);
    await queries.updateEndpointSecrets(tx, account_id, id, change.update);
    await recordAudit(tx, ctx, { ...change.act, target_id: id });
    return answer(tx, await lockOwn(tx, account_id, id, grant_id));
  });
}

async function lockOwn(
  tx: Transaction,
  account_id: string,
  id: string,
  grant_id: string | null,
): Promise<queries.StoredSecrets> {
  const secrets = await queries.lockEndpointSecrets(tx, account_id, id, grant_id);
  if (!secrets) throw notFound('Endpoint');
  return secrets;
}

function endOfOverlap(switched_at: Date): Date {
  return new Date(Math.min(switched_at.getTime() + SECRET_OVERLAP_MS, LAST_MS));
}

function asShown(secret: string): SigningSecret {
  return { secret, standard_secret: toStandardWebhooksSecret(secret) };
}
