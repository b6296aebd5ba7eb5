import type { Context } from '../../access/context.ts';
import { transaction, type Database, type Transaction } from '../../lib/sql.ts';
import { audit } from '../../audit/audit.ts';
import {
  endEndpoints,
  endEndpointsOfApp,
  resumeEndpointsOfApp,
  suspendEndpointsOfApp,
} from '../webhooks/endpointsOfApps.ts';
import * as queries from './sql/endings.ts';
import type { EndedGrant } from './sql/tokens.ts';

export const CODE_LIFE_MS = 10 * 60_000;

export type Whose = queries.Whose;
export type Ended = { grants: number; codes: number; endpoints: number };

/** What was given ends: codes that nobody has redeemed, tokens, and endpoints that were subscribed with them. */
export async function endConsents(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  whose: Whose,
): Promise<Ended> {
  const codes = await endCodes(tx, { account_id, now }, whose);
  const grants = await queries.endGrants(tx, account_id, whose, now);
  const endpoints = await endEndpoints(tx, account_id, whose, now);
  return { grants, codes, endpoints };
}

/** The apps that somebody let in. */
export function listConsentsOf({ db, account_id }: Context, user_id: string): Promise<queries.Consent[]> {
  return queries.listConsentsOf(db, account_id, user_id);
}

/** Before the grants, or one of them could still become a grant. */
export function endCodes(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  whose: Whose,
): Promise<number> {
  const made_after = new Date(now.getTime() - CODE_LIFE_MS);
  return queries.endCodes(tx, account_id, whose, { now, made_after });
}

/** Every customer's consent to an app ends; the endpoints wait for its return. */
export async function suspendGrantsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  await queries.endCodesOfApp(tx, client_id, now);
  await queries.endGrantsOfApp(tx, client_id, now);
  await suspendEndpointsOfApp(tx, client_id, now);
}

/** When the app is back; tokens have to be asked for anew. */
export function resumeEndpointsOf(tx: Transaction, client_id: string): Promise<void> {
  return resumeEndpointsOfApp(tx, client_id);
}

/** Every customer's consent to an app ends, and with it all that was given. */
export async function endGrantsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  await queries.endCodesOfApp(tx, client_id, now);
  await queries.endGrantsOfApp(tx, client_id, now);
  await endEndpointsOfApp(tx, client_id, now);
}

/** One consent ends without anybody of the account: its app gave it back, or a token of it was used twice. */
export function endGrant(
  db: Database,
  where: { account_id: string; now: Date },
  how: 'given_back' | 'replayed',
  end: (tx: Transaction) => Promise<EndedGrant | undefined>,
): Promise<void> {
  const { account_id, now } = where;
  return transaction(db, async (tx) => {
    const ended = await end(tx);
    if (!ended) return;
    const endpoints = await endEndpoints(tx, account_id, { grant_id: ended.id }, now);
    const act = { target_id: ended.client_id, details: { grant_id: ended.id, endpoints } };
    await audit(tx, { ...where, actor: { kind: 'system' } }, { action: `connection.${how}`, ...act });
  });
}
