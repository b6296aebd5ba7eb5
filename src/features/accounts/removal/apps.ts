import { clearColumnBatch, deleteRowBatch } from '../../../lib/sql/bulkDelete.ts';
import type { Transaction } from '../../../lib/sql/sql.ts';
import { deleteApp } from '../../apps/apps.ts';
import * as queries from '../sql/removals.ts';
import { withRemovalLock, type RemovalRun } from './batches.ts';

const GRANTS_AT_ONCE = 20;
const MOST_PER_GRANT = 1_000;
const TABLES_WITH_GRANT = ['oauth_refresh_tokens', 'oauth_access_tokens', 'oauth_authorizations'];

/** Deletes the OAuth apps of the account. Other accounts that connected them lose their grants and tokens. */
export async function removeAppsOfAccount(run: RemovalRun): Promise<boolean> {
  const { platform, account_id } = run;
  const ctx = { ...platform, account_id, actor: { kind: 'system' } as const };
  for (const { client_id, is_deleted } of await queries.listAppsToRemove(platform.db, account_id)) {
    if (!is_deleted) await deleteApp(ctx, client_id);
    if (!(await removeGrants(run, client_id))) return false;
  }
  return true;
}

async function removeGrants(run: RemovalRun, client_id: string): Promise<boolean> {
  for (;;) {
    const grants = await queries.listGrantsOfApp(run.platform.db, client_id, GRANTS_AT_ONCE);
    if (grants.length === 0) return removeAuthorizations(run, client_id);
    const are_removed = await withRemovalLock(run, (tx) => removeAllGrants(tx, grants));
    if (!are_removed || !run.hasTime()) return false;
  }
}

async function removeAllGrants(tx: Transaction, grants: readonly queries.GrantRef[]): Promise<true> {
  for (const { account_id, id } of grants) {
    const having = { account_id, grant_id: id };
    for (const table of TABLES_WITH_GRANT) await deleteRowBatch(tx, table, having, MOST_PER_GRANT);
    await clearColumnBatch(tx, { table: 'webhook_endpoints', column: 'grant_id' }, having, MOST_PER_GRANT);
    await deleteRowBatch(tx, 'oauth_grants', { account_id, id }, 1);
  }
  return true;
}

/** Deletes authorization requests of the app that no user has granted. */
async function removeAuthorizations(run: RemovalRun, client_id: string): Promise<boolean> {
  for (;;) {
    const asked = await queries.listAccountsWithAuthorizationRequests(
      run.platform.db,
      client_id,
      GRANTS_AT_ONCE,
    );
    if (asked.length === 0) return true;
    const are_removed = await withRemovalLock(run, (tx) => removeAsked(tx, client_id, asked));
    if (!are_removed || !run.hasTime()) return false;
  }
}

async function removeAsked(tx: Transaction, client_id: string, accounts: readonly string[]): Promise<true> {
  for (const account_id of accounts)
    await deleteRowBatch(tx, 'oauth_authorizations', { account_id, client_id }, MOST_PER_GRANT);
  return true;
}
