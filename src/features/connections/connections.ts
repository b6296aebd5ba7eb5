import type { Context } from '../../access/context.ts';
import { notFound } from '../../lib/errors.ts';
import { transaction } from '../../lib/sql.ts';
import { audit } from '../audit/audit.ts';
import type { Connection } from './contract.ts';
import * as queries from './queries.ts';

export async function listConnections({ db, account_id }: Context): Promise<{ connections: Connection[] }> {
  return { connections: await queries.listConnections(db, account_id) };
}

/** Every token that the account ever gave the app stops working with this commit. */
export async function disconnectApp(ctx: Context, client_id: string): Promise<{ disconnected: true }> {
  const { db, account_id, now } = ctx;
  await transaction(db, async (tx) => {
    const ended = await queries.disconnectApp(tx, account_id, client_id, now);
    if (ended === 0) throw notFound('Connection');
    await audit(tx, ctx, { action: 'connection.ended', target_id: client_id, details: { grants: ended } });
  });
  return { disconnected: true };
}
