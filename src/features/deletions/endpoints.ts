import type { Context } from '../../access/context.ts';
import { platformActor, type PlatformContext } from '../../access/platform.ts';
import type { Tools, TrainingApp } from '../../access/tools.ts';
import { recordAudit } from '../../audit/audit.ts';
import { notFound } from '../../access/notFound.ts';
import { missingMember } from '../../lib/errors.ts';
import { transaction, type Queryable } from '../../lib/sql/sql.ts';
import { assertReachableUrl } from '../webhooks/endpoints/target.ts';
import type { DeletionEndpoint, NewDeletionEndpoint } from './contract.ts';
import * as queries from './sql/endpoints.ts';
import { createTrainingAppClient } from './trainingApp.ts';

/** The associated data of the encrypted secret, so that it cannot be decrypted for another account. */
export function deletionSecretEncryptionContext(account_id: string): string {
  return `deletion endpoint ${account_id}`;
}

export type DeletionEndpointTools = Pick<Tools, 'box' | 'outgoing' | 'clock' | 'training_app'>;

/** True if the account or the installation has a deletion endpoint. */
export async function hasTrainingApp(
  db: Queryable,
  { training_app }: Pick<Tools, 'training_app'>,
  account_id: string,
): Promise<boolean> {
  return training_app !== undefined || (await queries.findDeletionEndpoint(db, account_id)) !== undefined;
}

/**
 * Finds the endpoint for an account's deletions: the account's own, otherwise that of the installation, otherwise
 * undefined.
 */
export async function findTrainingApp(
  db: Queryable,
  { box, outgoing, clock, training_app }: DeletionEndpointTools,
  account_id: string,
): Promise<{ app: TrainingApp; is_own: boolean } | undefined> {
  const own = await queries.findDeletionEndpoint(db, account_id);
  if (!own) return training_app && { app: training_app, is_own: false };
  const secret = box.open(own.secret, deletionSecretEncryptionContext(account_id));
  return { app: createTrainingAppClient({ outgoing, clock, url: own.url, secret }), is_own: true };
}

export async function readDeletionEndpoint(
  { db, tools }: PlatformContext,
  account_id: string,
): Promise<DeletionEndpoint> {
  const own = await queries.findDeletionEndpoint(db, account_id);
  return {
    url: own?.url ?? null,
    updated_at: own?.updated_at ?? null,
    has_default: tools.training_app !== undefined,
  };
}

/** Sets the deletion endpoint of an account. Without `secret`, the stored secret remains in use. */
export async function setDeletionEndpoint(
  platform: PlatformContext,
  account_id: string,
  { url, secret }: NewDeletionEndpoint,
): Promise<DeletionEndpoint> {
  const { db, now, tools } = platform;
  await assertReachableUrl(tools.reach, url);
  await transaction(db, async (tx) => {
    if (!(await queries.lockAccountOfEndpoint(tx, account_id))) throw notFound('Account');
    const before = await queries.findDeletionEndpoint(tx, account_id);
    const context = deletionSecretEncryptionContext(account_id);
    const wanted = secret ?? (before && tools.box.open(before.secret, context));
    if (wanted === undefined) throw missingMember('secret');
    const is_secret_new = !before || tools.box.open(before.secret, context) !== wanted;
    if (before?.url === url && !is_secret_new) return;
    await queries.saveDeletionEndpoint(tx, account_id, { url, secret: tools.box.seal(wanted, context) }, now);
    const details = { url, is_secret_new };
    const act = { action: 'account.deletion_endpoint_changed', target_id: account_id, details } as const;
    await recordAudit(tx, actorOn(platform, account_id), act);
  });
  return readDeletionEndpoint(platform, account_id);
}

/** Removes the account's own deletion endpoint. Its deletions are then sent to the endpoint of the installation. */
export async function removeDeletionEndpoint(
  platform: PlatformContext,
  account_id: string,
): Promise<DeletionEndpoint> {
  await transaction(platform.db, async (tx) => {
    if (!(await queries.lockAccountOfEndpoint(tx, account_id))) throw notFound('Account');
    if (!(await queries.deleteDeletionEndpoint(tx, account_id))) return;
    const act = { action: 'account.deletion_endpoint_removed', target_id: account_id } as const;
    await recordAudit(tx, actorOn(platform, account_id), act);
  });
  return readDeletionEndpoint(platform, account_id);
}

function actorOn(
  platform: PlatformContext,
  account_id: string,
): Pick<Context, 'account_id' | 'actor' | 'now' | 'address'> {
  const { now, address } = platform;
  return { account_id, actor: platformActor(platform), now, ...(address !== undefined && { address }) };
}
