import type { Actor, Context } from '../../../access/context.ts';
import { assertNoEditConflict, type ExpectedValues } from '../../../access/editConflict.ts';
import { assertBelowLimit } from '../../../access/limits/limits.ts';
import { recordAudit, type AuditAction } from '../../../audit/audit.ts';
import { findLastChange } from '../../../audit/lastChange.ts';
import { deliveriesWritten } from '../../../events/emit.ts';
import { changedMembers, hasNoMembers } from '../../../lib/sql/changedMembers.ts';
import { notFound } from '../../../access/notFound.ts';
import { newId } from '../../../lib/ids.ts';
import { makeSigningSecret } from '../signing.ts';
import { transaction, type Queryable, type Transaction } from '../../../lib/sql/sql.ts';
import type { Endpoint, EndpointChanges, EndpointCheck, NamedEndpoint, SubscribeAnswer } from './contract.ts';
import { lockActorGrant } from './endpointsOfApps.ts';
import * as queries from './sql/endpoints.ts';
import { assertReachableUrl } from './target.ts';

const AUTOMATION_PLATFORMS = new Set(
  'zapier make integromat n8n power_automate pipedream workato ifttt tray activepieces'.split(' '),
);

export async function subscribeEndpoint(ctx: Context, endpoint: NamedEndpoint): Promise<SubscribeAnswer> {
  await assertReachableUrl(ctx.tools.reach, endpoint.url);
  return insertEndpointWithParts(ctx, endpoint, { host: hostOf(endpoint.url), addParts: async () => {} });
}

/** Inserts an endpoint. `addParts` writes further rows of the endpoint in the same transaction. */
export async function insertEndpointWithParts(
  ctx: Context,
  { name, url, events, source }: NamedEndpoint,
  { host, addParts }: { host: string; addParts: (tx: Transaction, id: string) => Promise<void> },
): Promise<SubscribeAnswer> {
  const { db, account_id, actor, now, tools } = ctx;
  const id = newId(now);
  const secret = tools.box.seal(makeSigningSecret(), signingSecretEncryptionContext(account_id, id));
  const is_managed = isAutomation(actor, source);
  const row = { id, name: named(name), url, events, secret, is_managed, created_at: now };
  return transaction(db, async (tx) => {
    await assertBelowLimit(tx, ctx, 'endpoints');
    await recordAudit(tx, ctx, {
      action: 'endpoint.created',
      target_id: id,
      details: { host, events, ...(row.name !== null && { name: row.name }) },
    });
    const grant_id = await lockActorGrant(tx, account_id, actor);
    const endpoint = await queries.insertEndpoint(tx, account_id, { ...row, grant_id });
    await addParts(tx, id);
    return { id, events: endpoint.events };
  });
}

export async function checkEndpoint({ db, account_id }: Context, id: string): Promise<EndpointCheck> {
  const endpoint = await queries.findEndpoint(db, account_id, id);
  if (!endpoint) return { exists: false };
  return { exists: true, id: endpoint.id, events: endpoint.events, url: endpoint.url };
}

export async function deleteEndpoint(ctx: Context, id: string): Promise<{ success: true }> {
  const { db, account_id, now } = ctx;
  return transaction(db, async (tx) => {
    if (!(await queries.deleteEndpoint(tx, account_id, id, now))) throw notFound('Endpoint');
    await queries.cancelWaitingDeliveries(tx, account_id, id, now);
    await recordAudit(tx, ctx, { action: 'endpoint.deleted', target_id: id });
    return { success: true };
  });
}

export function listEndpoints({ db, account_id }: Context, search?: string): Promise<Endpoint[]> {
  return queries.listEndpoints(db, account_id, search);
}

export async function readEndpoint(
  { db, account_id }: Pick<Context, 'account_id'> & { db: Queryable },
  id: string,
): Promise<Endpoint> {
  return assertFound(await queries.findEndpoint(db, account_id, id));
}

/**
 * A new URL applies to waiting deliveries too. With `expected`, fails with a 409 if another edit has changed one of
 * these values meanwhile.
 */
export async function changeEndpoint(
  ctx: Context,
  id: string,
  changes: EndpointChanges,
  expected?: ExpectedValues,
): Promise<Endpoint> {
  const before = await readEndpoint(ctx, id);
  const wanted = changes.name === undefined ? changes : { ...changes, name: named(changes.name) };
  const { url, ...rest } = changedMembers(before, wanted);
  if (url !== undefined) await assertReachableUrl(ctx.tools.reach, url);
  const details = { ...(url !== undefined && { host: hostOf(url) }), ...rest };
  const edit = { expected, changes: wanted };
  return update(ctx, id, () => wanted, { action: 'endpoint.changed', details }, edit);
}

/** Pauses an endpoint; its deliveries wait in the queue until it is resumed. */
export function pauseEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  const pause = (before: Endpoint) => (before.paused_at === null ? { paused_at: ctx.now } : {});
  return update(ctx, id, pause, { action: 'endpoint.paused' });
}

export async function resumeEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  const endpoint = await update(ctx, id, () => ({ paused_at: null }), { action: 'endpoint.resumed' });
  deliveriesWritten.emit();
  return endpoint;
}

export function resetFailureCount(ctx: Context, id: string): Promise<Endpoint> {
  return update(ctx, id, () => ({ failure_count: 0 }), { action: 'endpoint.count_reset' });
}

/** The encryption context that binds a sealed secret to its endpoint. */
export function signingSecretEncryptionContext(account_id: string, endpoint_id: string): string {
  return `webhook ${account_id} ${endpoint_id}`;
}

type Choose = (before: Endpoint) => queries.EndpointUpdate;

/** Applies a change; a value that is already set is neither written nor audited again. */
async function update(
  ctx: Context,
  id: string,
  choose: Choose,
  act: Omit<AuditAction, 'target_id'>,
  edit?: { expected: ExpectedValues; changes: EndpointChanges },
): Promise<Endpoint> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    const before = assertFound(await queries.lockEndpoint(tx, account_id, id));
    const record = { target_id: id, actions: ['endpoint.changed'] };
    if (edit)
      await assertNoEditConflict({
        ...edit,
        current: before,
        findLastChange: (members) => findLastChange(tx, account_id, record, members),
      });
    const changed = changedMembers(before, choose(before));
    if (hasNoMembers(changed)) return before;
    const endpoint = assertFound(await queries.updateEndpoint(tx, account_id, id, changed));
    await recordAudit(tx, ctx, { ...act, target_id: id });
    return endpoint;
  });
}

function named(name: string | null | undefined): string | null {
  return name?.trim() ?? null;
}

/** The audit contains only the host of a URL, because the path and the query can contain secrets. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function assertFound<T>(value: T | undefined): T {
  if (value === undefined) throw notFound('Endpoint');
  return value;
}

/** True if an app or an automation platform manages the endpoint. Users do not see such endpoints in their lists. */
function isAutomation(actor: Actor, source: unknown): boolean {
  if (actor.kind === 'api' && actor.client_id !== undefined) return true;
  if (typeof source !== 'string') return false;
  return AUTOMATION_PLATFORMS.has(source.toLowerCase().replaceAll(/[\s-]+/g, '_'));
}
