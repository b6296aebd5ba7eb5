import type { Actor } from '../../../access/context.ts';
import { deliveriesWritten } from '../../../events/emit.ts';
import { Failure } from '../../../lib/errors.ts';
import { afterCommit, type Transaction } from '../../../lib/sql/sql.ts';
import { cancelWaiting } from './sql/endpoints.ts';
import * as queries from './sql/apps.ts';

export type Consents = queries.Consents;

/** The grant of an endpoint; null where no app subscribed it. */
export async function lockActorGrant(
  tx: Transaction,
  account_id: string,
  actor: Actor,
): Promise<string | null> {
  if (actor.kind !== 'api' || actor.client_id === undefined) return null;
  if (await queries.lockGrant(tx, account_id, actor.credential_id)) return actor.credential_id;
  throw new Failure('INVALID_KEY', 'The key or token is not valid');
}

/** Ends the endpoints of a consent; waiting deliveries are cancelled. */
export async function endEndpoints(
  tx: Transaction,
  account_id: string,
  consents: Consents,
  now: Date,
): Promise<number> {
  const ended = await queries.endEndpoints(tx, account_id, consents, now);
  for (const id of ended) await cancelWaiting(tx, account_id, id, now);
  return ended.length;
}

export function suspendEndpointsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  return queries.setSuspended(tx, client_id, now);
}

/** Resumes the endpoints of a reinstated app; waiting deliveries are sent. */
export async function resumeEndpointsOfApp(tx: Transaction, client_id: string): Promise<void> {
  await queries.setSuspended(tx, client_id, null);
  afterCommit(tx, deliveriesWritten.raise);
}

export async function endEndpointsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  for (const { account_id, id } of await queries.endEndpointsOfApp(tx, client_id, now))
    await cancelWaiting(tx, account_id, id, now);
}
