import type { Actor, Context } from '../../../access/context.ts';
import { assertRoom } from '../../../access/limits/limits.ts';
import { recordAudit, type AuditAction } from '../../../audit/audit.ts';
import { deliveriesWritten } from '../../../events/emit.ts';
import { changedMembers, isEmpty } from '../../../lib/sql/changedMembers.ts';
import { notFound } from '../../../access/notFound.ts';
import { newId } from '../../../lib/ids.ts';
import { makeSigningSecret } from '../signing.ts';
import { transaction, type Queryable, type Transaction } from '../../../lib/sql/sql.ts';
import type { Endpoint, EndpointChanges, EndpointCheck, NamedEndpoint, Subscribed } from './contract.ts';
import { lockActorGrant } from './endpointsOfApps.ts';
import * as queries from './sql/endpoints.ts';
import { assertReachable } from './target.ts';

const AUTOMATION_PLATFORMS = new Set(
  'zapier make integromat n8n power_automate pipedream workato ifttt tray activepieces'.split(' '),
);

export async function subscribe(ctx: Context, endpoint: NamedEndpoint): Promise<Subscribed> {
  await assertReachable(ctx.tools.reach, endpoint.url);
  return insertSubscribed(ctx, endpoint, { host: hostOf(endpoint.url), addParts: async () => {} });
}

/** With what belongs to the endpoint, in the same transaction. */
export async function insertSubscribed(
  ctx: Context,
  { name, url, events, source }: NamedEndpoint,
  { host, addParts }: { host: string; addParts: (tx: Transaction, id: string) => Promise<void> },
): Promise<Subscribed> {
  const { db, account_id, actor, now, tools } = ctx;
  const id = newId(now);
  const secret = tools.box.seal(makeSigningSecret(), endpointSigningContext(account_id, id));
  const is_managed = isAutomation(actor, source);
  const row = { id, name: named(name), url, events, secret, is_managed, created_at: now };
  return transaction(db, async (tx) => {
    await assertRoom(tx, ctx, 'endpoints');
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
    await queries.cancelWaiting(tx, account_id, id, now);
    await recordAudit(tx, ctx, { action: 'endpoint.deleted', target_id: id });
    return { success: true };
  });
}

export function listEndpoints({ db, account_id }: Context): Promise<Endpoint[]> {
  return queries.listEndpoints(db, account_id);
}

export async function readEndpoint(
  { db, account_id }: Pick<Context, 'account_id'> & { db: Queryable },
  id: string,
): Promise<Endpoint> {
  return found(await queries.findEndpoint(db, account_id, id));
}

/** A new URL applies to waiting deliveries too. */
export async function changeEndpoint(ctx: Context, id: string, changes: EndpointChanges): Promise<Endpoint> {
  const before = await readEndpoint(ctx, id);
  const wanted = changes.name === undefined ? changes : { ...changes, name: named(changes.name) };
  const { url, ...rest } = changedMembers(before, wanted);
  if (url !== undefined) await assertReachable(ctx.tools.reach, url);
  const details = { ...(url !== undefined && { host: hostOf(url) }), ...rest };
  return update(ctx, id, () => wanted, { action: 'endpoint.changed', details });
}

/** Pauses an endpoint; its events wait. */
export function pauseEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  const pause = (before: Endpoint) => (before.paused_at === null ? { paused_at: ctx.now } : {});
  return update(ctx, id, pause, { action: 'endpoint.paused' });
}

export async function resumeEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  const endpoint = await update(ctx, id, () => ({ paused_at: null }), { action: 'endpoint.resumed' });
  deliveriesWritten.raise();
  return endpoint;
}

export function resetFailureCount(ctx: Context, id: string): Promise<Endpoint> {
  return update(ctx, id, () => ({ failure_count: 0 }), { action: 'endpoint.count_reset' });
}

/** The context that a sealed secret is bound to. */
export function endpointSigningContext(account_id: string, endpoint_id: string): string {
  return `webhook ${account_id} ${endpoint_id}`;
}

type Choose = (before: Endpoint) => queries.EndpointUpdate;

/** Applies a change; a value that is already set is neither written nor audited again. */
async function update(
  ctx: Context,
  id: string,
  choose: Choose,
  act: Omit<AuditAction, 'target_id'>,
): Promise<Endpoint> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    const before = found(await queries.lockEndpoint(tx, account_id, id));
    const changed = changedMembers(before, choose(before));
    if (isEmpty(changed)) return before;
    const endpoint = found(await queries.updateEndpoint(tx, account_id, id, changed));
    await recordAudit(tx, ctx, { ...act, target_id: id });
    return endpoint;
  });
}

function named(name: string | null | undefined): string | null {
  return name?.trim() ?? null;
}

/** The host of a URL, for the audit: the rest may be a secret. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound('Endpoint');
  return value;
}

/** Endpoints of apps and automation platforms are managed by them, not by users. */
function isAutomation(actor: Actor, source: unknown): boolean {
  if (actor.kind === 'api' && actor.client_id !== undefined) return true;
  if (typeof source !== 'string') return false;
  return AUTOMATION_PLATFORMS.has(source.toLowerCase().replaceAll(/[\s-]+/g, '_'));
}
