import type { Context } from '../../access/context.ts';
import { transaction, type Database, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import {
  endEndpoints,
  endEndpointsOfApp,
  resumeEndpointsOfApp,
  suspendEndpointsOfApp,
} from '../webhooks/endpoints/endpointsOfApps.ts';
import * as queries from './sql/endings.ts';
import type { EndedGrant } from './sql/tokens.ts';

export const CODE_LIFE_MS = 10 * 60_000;

export type ConsentSelector = queries.ConsentSelector;
export type EndedConsents = { grants: number; codes: number; endpoints: number };

/** Ends consents: unredeemed codes, tokens, and endpoints subscribed with them. */
export async function endConsents(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  selector: ConsentSelector,
): Promise<EndedConsents> {
  const codes = await endCodes(tx, { account_id, now }, selector);
  const grants = await queries.endGrants(tx, account_id, selector, now);
  const endpoints = await endEndpoints(tx, account_id, selector, now);
  return { grants, codes, endpoints };
}

/** The apps that a user connected. */
export function listConsentsOf({ db, account_id }: Context, user_id: string): Promise<queries.Consent[]> {
  return queries.listConsentsOf(db, account_id, user_id);
}

/** How long a request may take that found the code alive. */
const REDEEM_TIMEOUT_MS = 60_000;

/** Call before ending grants, since a code could still become one. Says how many were alive. */
export function endCodes(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  selector: ConsentSelector,
): Promise<number> {
  const alive_after = new Date(now.getTime() - CODE_LIFE_MS);
  const made_after = new Date(alive_after.getTime() - REDEEM_TIMEOUT_MS);
  return queries.endCodes(tx, account_id, selector, { now, made_after, alive_after });
}

/** Every customer's consent to an app ends; the endpoints wait for its return. */
export async function suspendGrantsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  await queries.endCodesOfApp(tx, client_id, now);
  await queries.endGrantsOfApp(tx, client_id, now);
  await suspendEndpointsOfApp(tx, client_id, now);
}

/** Resumes the endpoints of a reinstated app. Its tokens stay revoked: customers connect the app again. */
export function resumeEndpointsOf(tx: Transaction, client_id: string): Promise<void> {
  return resumeEndpointsOfApp(tx, client_id);
}

/** Ends every consent to an app with all that was given. */
export async function endGrantsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  await queries.endCodesOfApp(tx, client_id, now);
  await queries.endGrantsOfApp(tx, client_id, now);
  await endEndpointsOfApp(tx, client_id, now);
}

/** Ends one consent from outside the account: given back by the app, or a token was used twice. */
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
    await recordAudit(tx, { ...where, actor: { kind: 'system' } }, { action: `connection.${how}`, ...act });
  });
}
