import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { AUTHORIZATION_CODE_LIFE_MS, endConsents } from '../oauth/grants.ts';
import { connectionsApi, type AppConnection } from './contract.ts';
import * as queries from './queries.ts';

export const connectionsDashboardRoutes = serveDashboardApi(connectionsApi, {
  'GET /connections': (ctx) => listConnections(ctx),
  'DELETE /connections': (ctx, { query }) => disconnectApp(ctx, query.client_id),
});

export async function listConnections(ctx: Context): Promise<{ connections: AppConnection[] }> {
  const { db, account_id, now } = ctx;
  const codes_after = new Date(now.getTime() - AUTHORIZATION_CODE_LIFE_MS);
  const connections: AppConnection[] = [];
  for (const { owner_id, ...found } of await queries.listConnections(db, account_id, codes_after)) {
    const owner_name = found.owner_name ?? (await queries.findAccountName(db, owner_id));
    connections.push({ ...found, owner_name });
  }
  return { connections };
}

/** Ends the app's access to the account: revokes its tokens and codes, and deletes its webhook endpoints. */
export async function disconnectApp(ctx: Context, client_id: string): Promise<{ disconnected: true }> {
  await transaction(ctx.db, async (tx) => {
    const ended = await endConsents(tx, ctx, { client_id });
    if (Object.values(ended).every((count) => count === 0)) throw notFound('Connection');
    await recordAudit(tx, ctx, { action: 'connection.ended', target_id: client_id, details: ended });
  });
  return { disconnected: true };
}
