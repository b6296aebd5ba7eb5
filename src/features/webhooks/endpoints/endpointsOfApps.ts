import type { Actor } from '../../../access/context.ts';
import { deliveriesWritten } from '../../../events/emit.ts';
import { Failure } from '../../../lib/errors.ts';
import { afterCommit, type Transaction } from '../../../lib/sql/sql.ts';
import { cancelWaitingDeliveries } from './sql/endpoints.ts';
import * as queries from './sql/apps.ts';

export type GrantSelector = queries.GrantSelector;

/** Locks the grant of the calling app and returns its id; null if the caller is not an app. */
export async function lockActorGrant(
  tx: Transaction,
  account_id: string,
  actor: Actor,
): Promise<string | null> {
  if (actor.kind !== 'api' || actor.client_id === undefined) return null;
  if (await queries.lockGrant(tx, account_id, actor.credential_id)) return actor.credential_id;
  throw new Failure('INVALID_KEY', 'The key or token is not valid');
}

/** Deletes the endpoints that were subscribed under the given grants, and cancels their waiting deliveries. */
export async function deleteEndpointsOfGrants(
  tx: Transaction,
  account_id: string,
  consents: GrantSelector,
  now: Date,
): Promise<number> {
  const ended = await queries.deleteEndpointsOfGrants(tx, account_id, consents, now);
  for (const id of ended) await cancelWaitingDeliveries(tx, account_id, id, now);
  return ended.length;
}

export function suspendEndpointsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  return queries.setEndpointsSuspended(tx, client_id, now);
}

/** Resumes the endpoints of a reinstated app; waiting deliveries are sent. */
export async function resumeEndpointsOfApp(tx: Transaction, client_id: string): Promise<void> {
  await queries.setEndpointsSuspended(tx, client_id, null);
  afterCommit(tx, deliveriesWritten.emit);
}

export async function deleteEndpointsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  for (const { account_id, id } of await queries.deleteEndpointsOfApp(tx, client_id, now))
    await cancelWaitingDeliveries(tx, account_id, id, now);
}
