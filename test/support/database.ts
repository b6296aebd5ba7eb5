import { randomBytes } from 'node:crypto';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { LONG_TIMEOUTS } from './longTimeouts.ts';
import { assertNoSecretStored } from './secrets.ts';
import { logMultiShard } from '../../support/multiShard.ts';
import { isCluster } from './cluster.ts';
import { startOwnServer, startTestServer, type Cloned, type Connection } from './postgres.ts';

export type FreshDatabase = { db: Database; connection: Connection; drop(): Promise<void> };

/** Returns a database for one test file, cloned from the migrated template. */
export async function cloneDatabase({ on_one_server = false } = {}): Promise<FreshDatabase> {
  const { connection: cloned, release } = await (on_one_server ? findOneServer() : findServer());
  const { template, workers, ...connection } = cloned;
  const database = `test_${randomBytes(6).toString('hex')}`;
  const servers = [connection, ...workers].map((one) => connect(one, { max: 1, ...LONG_TIMEOUTS }));
  const onEach = (statement: string) => Promise.all(servers.map((server) => server.unsafe(statement)));
  await onEach(`create database ${database} template ${template} strategy file_copy`);
  if (workers.length > 0) await servers[0]?.unsafe(logMultiShard(database));
  const own = { ...connection, database };
  const db = connect(own, { ...LONG_TIMEOUTS, are_rows_sharded: workers.length > 0 });
  return {
    db,
    connection: own,
    async drop() {
      await db.end({ timeout: 1 });
      try {
        await assertNoSecretStored(own);
      } finally {
        await onEach(`drop database ${database} with (force)`);
        await Promise.all(servers.map((server) => server.end()));
        await release();
      }
    },
  };
}

/** Returns the environment variables with which a process uses this database. */
export function databaseSettings({ host, port, username, password, database }: Connection) {
  return {
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: username,
    PGPASSWORD: password,
  };
}

/**
 * Finds a single server even if the run uses a cluster, for tests of features that only a single server has, such as
 * counts of read rows.
 */
async function findOneServer(): Promise<{ connection: Cloned; release: () => Promise<void> }> {
  if (!isCluster()) return findServer();
  const own = await startOwnServer();
  return { connection: own.connection, release: own.stop };
}

/** Finds the shared server of the run, or a new server for a file that is run by hand. */
async function findServer(): Promise<{ connection: Cloned; release: () => Promise<void> }> {
  const shared = process.env['TEST_POSTGRES'];
  if (shared) return { connection: JSON.parse(shared) as Cloned, release: async () => {} };
  const own = await startTestServer();
  return { connection: own.connection, release: own.stop };
}
