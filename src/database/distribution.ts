import type { Config } from '../config.ts';
import { openDatabase, prepareDatabase, type OpenDatabaseOptions } from './database.ts';
import { distributeAllTables, type DistributionResult, type CitusLayout } from '../lib/sql/citus.ts';
import { withMigrationLock } from '../lib/sql/migrate.ts';
import { connect, type ConnectionTarget } from '../lib/sql/sql.ts';
import { StartupFault } from '../lib/process/startupFault.ts';
import { HOUR_MS } from '../lib/time/clock.ts';

/** All rows of an account are on one server. Tables without an account are sharded by their own key or replicated. */
const LAYOUT: CitusLayout = {
  together: { first: 'accounts', key: 'id', column: 'account_id' },
  reference: ['staff', 'oauth_apps', 'bundles', 'webhook_senders'],
  by_own_key: { email_addresses: 'email', pairing_codes: 'code_hash', sign_in_failures: 'subject' },
  local: ['migrations', 'backups'],
};

export const MOST_SHARDS = 1_024;
export const DEFAULT_SHARDS = 32;

const PATIENCE_MS = HOUR_MS;

type DistributionOptions = {
  config: Config;
  log: OpenDatabaseOptions['log'];
  interrupted: AbortSignal;
  shards: number;
};

/** Distributes the accounts of the database over the servers of its Citus cluster. */
export async function distributeInstallation({
  shards,
  ...how
}: DistributionOptions): Promise<DistributionResult> {
  if (!how.config.DATABASE_URL) {
    throw new StartupFault(
      'The embedded database is one server: DATABASE_URL must name a coordinator of Citus.',
    );
  }
  const opened = await openDatabase(how.config, { ...how, as: 'command' });
  try {
    await prepareDatabase(opened.direct);
    return await distributeDatabase(opened.direct, shards);
  } finally {
    await opened.close();
  }
}

export async function distributeDatabase(
  target: ConnectionTarget,
  shards: number,
): Promise<DistributionResult> {
  const db = connect(target, { max: 2, deadline_ms: PATIENCE_MS, name: 'tenant-ops distribution' });
  const connection = await db.reserve();
  try {
    return await withMigrationLock(connection, () => distributeAllTables(db, LAYOUT, shards));
  } finally {
    connection.release();
    await db.end();
  }
}
