import * as queries from './sql/endings.ts';
import type { Context } from '../../access/context.ts';
import { transaction, type Database, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import {
  deleteEndpointsOfGrants,
  deleteEndpointsOfApp,
  resumeEndpointsOfApp,
  suspendEndpointsOfApp,
} from '../webhooks/endpoints/endpointsOfApps.ts';
import type { EndedGrant } from './sql/tokens.ts';
import type { PlatformContext } from '../../access/platform.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time/clock.ts';

export const AUTHORIZATION_CODE_LIFE_MS = 10 * MINUTE_MS;

export type ConsentSelector = queries.ConsentSelector;
export type EndedConsentCounts = { grants: number; codes: number; endpoints: number };

/**
 * Ends unredeemed codes, revokes grants with their tokens, and deletes the endpoints that were subscribed under them.
 */
export async function endConsents(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  selector: ConsentSelector,
): Promise<EndedConsentCounts> {
  const codes = await endAuthorizationCodes(tx, { account_id, now }, selector);
  const grants = await queries.revokeGrants(tx, account_id, selector, now);
  const endpoints = await deleteEndpointsOfGrants(tx, account_id, selector, now);
  return { grants, codes, endpoints };
}

export function listAllowedAppsOfUser(
  { db, account_id }: Context,
  user_id: string,
): Promise<queries.AllowedApp[]> {
  return queries.listAllowedAppsOfUser(db, account_id, user_id);
}

/**
 * The longest time between finding and redeeming a code in one request. Codes that expired within this time are ended
 * too.
 */
const REDEEM_TIMEOUT_MS = 60_000;

/**
 * Ends unredeemed codes and returns the number of those that had not expired. Call it before grants are revoked,
 * because a code can still be exchanged for a new grant.
 */
export function endAuthorizationCodes(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  selector: ConsentSelector,
): Promise<number> {
  const alive_after = new Date(now.getTime() - AUTHORIZATION_CODE_LIFE_MS);
  const made_after = new Date(alive_after.getTime() - REDEEM_TIMEOUT_MS);
  return queries.endAuthorizationCodes(tx, account_id, selector, { now, made_after, alive_after });
}

/** Revokes all grants of a suspended app in all accounts. Its endpoints are suspended until the app is reinstated. */
export async function revokeGrantsOfSuspendedApp(
  tx: Transaction,
  client_id: string,
  now: Date,
): Promise<void> {
  await queries.endAuthorizationCodesOfApp(tx, client_id, now);
  await queries.revokeGrantsOfApp(tx, client_id, now);
  await suspendEndpointsOfApp(tx, client_id, now);
}

/** Resumes the endpoints of a reinstated app. Its tokens stay revoked: customers connect the app again. */
export function resumeEndpointsOfReinstatedApp(tx: Transaction, client_id: string): Promise<void> {
  return resumeEndpointsOfApp(tx, client_id);
}

/** Revokes all grants of a deleted app in all accounts, and deletes the endpoints that it subscribed. */
export async function revokeGrantsOfDeletedApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  await queries.endAuthorizationCodesOfApp(tx, client_id, now);
  await queries.revokeGrantsOfApp(tx, client_id, now);
  await deleteEndpointsOfApp(tx, client_id, now);
}

/**
 * Revokes a single grant for a reason that is not an action of a user: the app revoked its token, or a code or token
 * was replayed.
 */
export function revokeGrantAutomatically(
  db: Database,
  where: { account_id: string; now: Date },
  how: 'given_back' | 'replayed',
  end: (tx: Transaction) => Promise<EndedGrant | undefined>,
): Promise<void> {
  const { account_id, now } = where;
  return transaction(db, async (tx) => {
    const ended = await end(tx);
    if (!ended) return;
    const endpoints = await deleteEndpointsOfGrants(tx, account_id, { grant_id: ended.id }, now);
    const act = { target_id: ended.client_id, details: { grant_id: ended.id, endpoints } };
    await recordAudit(tx, { ...where, actor: { kind: 'system' } }, { action: `connection.${how}`, ...act });
  });
}

/** Deletes codes and expired tokens that are no longer needed to detect a replay. */
export async function deleteExpiredTokensAndCodes({ db, now }: PlatformContext): Promise<void> {
  await queries.deleteExpiredTokens(db, new Date(now.getTime() - DAY_MS));
}
