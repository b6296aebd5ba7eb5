import type { Context } from '../../../access/context.ts';
import type { Platform } from '../../../access/platform.ts';
import { DAY_MS } from '../../../lib/time/clock.ts';
import { notFound } from '../../../access/notFound.ts';
import { transaction, type Database } from '../../../lib/sql/sql.ts';
import { hashToken } from '../../../access/tokens.ts';
import type { Subscribed } from '../endpoints/contract.ts';
import { insertSubscribed } from '../endpoints/endpoints.ts';
import * as queries from './queries.ts';
import { inboxUrl, makeInboxName } from './address.ts';
import type { Arrival, ArrivalRef, ArrivalShown, NewInbox } from './contract.ts';

/** The answer of an inbox to every request. */
export const INBOX_RESPONSE = '{"received":true}';

/** How long what came in is kept. */
const KEPT_MS = DAY_MS;

/** An address of ours that receives, as an endpoint like any other. */
export async function makeInbox(ctx: Context, { events }: NewInbox): Promise<Subscribed> {
  const { account_id, now, tools } = ctx;
  const name = makeInboxName();
  const url = inboxUrl(tools.public_url, account_id, name);
  const inbox = { name_hash: hashToken(name), created_at: now };
  return insertSubscribed(
    ctx,
    { url, events },
    {
      host: 'inbox of this service',
      addParts: (tx, endpoint_id) => queries.insertInbox(tx, account_id, { endpoint_id, ...inbox }),
    },
  );
}

/** Newest first. */
export async function listArrivals(
  { db, account_id, now }: Context,
  endpoint_id: string,
): Promise<Arrival[]> {
  if (!(await queries.hasInbox(db, account_id, endpoint_id))) throw notFound('Inbox');
  return queries.listArrivals(db, account_id, endpoint_id, new Date(now.getTime() - KEPT_MS));
}

export async function readArrival(
  { db, account_id, now }: Context,
  { endpoint_id, arrival_id }: ArrivalRef,
): Promise<ArrivalShown> {
  const since = new Date(now.getTime() - KEPT_MS);
  const arrival = await queries.findArrival(db, account_id, { endpoint_id, id: arrival_id, since });
  if (!arrival) throw notFound('Delivery');
  return arrival;
}

/** Deletes what is older than a day, and what belongs to deleted endpoints. */
export async function deleteOldArrivals({ db, now }: Platform): Promise<void> {
  await queries.deleteArrivalsBefore(db, new Date(now.getTime() - KEPT_MS));
  for (const { account_id, endpoint_id } of await queries.listInboxesOfDeleted(db))
    await transaction(db, (tx) => queries.deleteInbox(tx, account_id, endpoint_id));
}

/** Moves the inboxes to a new address of the service. */
export async function moveInboxes(db: Database, public_url: string): Promise<void> {
  await queries.moveInboxes(db, public_url);
}
