import type { Context } from '../../../access/context.ts';
import type { PlatformContext } from '../../../access/platform.ts';
import { DAY_MS } from '../../../lib/time/clock.ts';
import { notFound } from '../../../access/notFound.ts';
import { transaction, type Database } from '../../../lib/sql/sql.ts';
import { hashToken } from '../../../access/tokens.ts';
import { serveDashboardApi } from '../../../doors/signIn.ts';
import type { SubscribeAnswer } from '../endpoints/contract.ts';
import { insertEndpointWithParts } from '../endpoints/endpoints.ts';
import * as queries from './queries.ts';
import { inboxUrl, makeInboxName } from './address.ts';
import {
  inboxesApi,
  type ReceivedRequest,
  type ArrivalRef,
  type ArrivalView,
  type NewInbox,
} from './contract.ts';

export const inboxesDashboardRoutes = serveDashboardApi(inboxesApi, {
  'POST /inboxes': (ctx, { body }) => createInbox(ctx, body),
  'GET /inbox': async (ctx, { query }) => ({ arrivals: await listArrivals(ctx, query.endpoint_id) }),
  'GET /inbox/arrival': (ctx, { query }) => readArrival(ctx, query),
});

/** The response body of an inbox to each accepted request. */
export const INBOX_RESPONSE = '{"received":true}';

/** The retention period of received requests. */
const KEPT_MS = DAY_MS;

/** Creates an endpoint at an address of this service, which stores the requests that it receives. */
export async function createInbox(ctx: Context, { events }: NewInbox): Promise<SubscribeAnswer> {
  const { account_id, now, tools } = ctx;
  const name = makeInboxName();
  const url = inboxUrl(tools.public_url, account_id, name);
  const inbox = { name_hash: hashToken(name), created_at: now };
  return insertEndpointWithParts(
    ctx,
    { url, events },
    {
      host: 'inbox of this service',
      addParts: (tx, endpoint_id) => queries.insertInbox(tx, account_id, { endpoint_id, ...inbox }),
    },
  );
}

/** Lists received requests, newest first. */
export async function listArrivals(
  { db, account_id, now }: Context,
  endpoint_id: string,
): Promise<ReceivedRequest[]> {
  if (!(await queries.hasInbox(db, account_id, endpoint_id))) throw notFound('Inbox');
  return queries.listArrivals(db, account_id, endpoint_id, new Date(now.getTime() - KEPT_MS));
}

export async function readArrival(
  { db, account_id, now }: Context,
  { endpoint_id, arrival_id }: ArrivalRef,
): Promise<ArrivalView> {
  const since = new Date(now.getTime() - KEPT_MS);
  const arrival = await queries.findArrival(db, account_id, { endpoint_id, id: arrival_id, since });
  if (!arrival) throw notFound('Delivery');
  return arrival;
}

/** Deletes received requests that are older than a day, and the inboxes of deleted endpoints. */
export async function deleteOldArrivals({ db, now }: PlatformContext): Promise<void> {
  await queries.deleteArrivalsBefore(db, new Date(now.getTime() - KEPT_MS));
  for (const { account_id, endpoint_id } of await queries.listInboxesOfDeletedEndpoints(db))
    await transaction(db, (tx) => queries.deleteInbox(tx, account_id, endpoint_id));
}

/** Updates the URLs of all inboxes when the public address of the service changes. */
export async function updateInboxUrls(db: Database, public_url: string): Promise<void> {
  await queries.updateInboxUrls(db, public_url);
}
