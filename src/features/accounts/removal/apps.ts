import { clearColumnBatch, deleteRowBatch } from '../../../lib/sql/bulkDelete.ts';
import type { Transaction } from '../../../lib/sql/sql.ts';
import { deleteApp } from '../../apps/apps.ts';
import * as queries from '../sql/removals.ts';
import { withRemovalLock, type RemovalRun } from './batches.ts';

const CONSENTS_AT_ONCE = 20;
const MOST_OF_CONSENT = 1_000;
const OF_CONSENT = ['oauth_refresh_tokens', 'oauth_access_tokens', 'oauth_authorizations'];

/** Ends the account's apps where other accounts connected them, and removes those consents, which refer to the apps. */
export async function removeApps(removing: RemovalRun): Promise<boolean> {
  const { platform, account_id } = removing;
  const ctx = { ...platform, account_id, actor: { kind: 'system' } as const };
  for (const { client_id, is_deleted } of await queries.listAppsToRemove(platform.db, account_id)) {
    if (!is_deleted) await deleteApp(ctx, client_id);
    if (!(await removeConsents(removing, client_id))) return false;
  }
  return true;
}

async function removeConsents(removing: RemovalRun, client_id: string): Promise<boolean> {
  for (;;) {
    const consents = await queries.listConsentsTo(removing.platform.db, client_id, CONSENTS_AT_ONCE);
    if (consents.length === 0) return removeAuthorizations(removing, client_id);
    const are_removed = await withRemovalLock(removing, (tx) => removeAllOf(tx, consents));
    if (!are_removed || !removing.hasTime()) return false;
  }
}

async function removeAllOf(tx: Transaction, consents: readonly queries.ConsentRow[]): Promise<true> {
  for (const { account_id, id } of consents) {
    const having = { account_id, grant_id: id };
    for (const table of OF_CONSENT) await deleteRowBatch(tx, table, having, MOST_OF_CONSENT);
    await clearColumnBatch(tx, { table: 'webhook_endpoints', column: 'grant_id' }, having, MOST_OF_CONSENT);
    await deleteRowBatch(tx, 'oauth_grants', { account_id, id }, 1);
  }
  return true;
}

/** Removes authorization requests that never became a consent. */
async function removeAuthorizations(removing: RemovalRun, client_id: string): Promise<boolean> {
  for (;;) {
    const asked = await queries.listAccountsAsked(removing.platform.db, client_id, CONSENTS_AT_ONCE);
    if (asked.length === 0) return true;
    const are_removed = await withRemovalLock(removing, (tx) => removeAsked(tx, client_id, asked));
    if (!are_removed || !removing.hasTime()) return false;
  }
}

async function removeAsked(tx: Transaction, client_id: string, accounts: readonly string[]): Promise<true> {
  for (const account_id of accounts)
    await deleteRowBatch(tx, 'oauth_authorizations', { account_id, client_id }, MOST_OF_CONSENT);
  return true;
}
