import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase } from '../../src/database/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { acquireDirectoryLock } from '../../src/lib/sql/embedded/directoryLock.ts';
import { startEmbeddedPostgres } from '../../src/lib/sql/embedded/embedded.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { findTestCluster } from './citus.ts';
import { chooseServerFolder, SERVER_PREFIX } from './memoryFolder.ts';
import { LONG_TIMEOUTS } from './longTimeouts.ts';

export type Connection = { host: string; port: number; username: string; password: string; database: string };

/** The coordinator with the database to clone, and the workers, which have their part of it under the same name. */
export type Cloned = Connection & { template: string; workers: Connection[] };

export type TestServer = { connection: Cloned; stop: () => Promise<void> };

const TEMPLATE = 'migrated';
/**
 * A small write-ahead log, because the data may be in memory. Files are cloned, because each test file clones a
 * database.
 */
const FORGETFUL = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  ...(process.platform !== 'win32' && { file_copy_method: 'clone' }),
};

/** Starts a PostgreSQL server for tests, or uses the servers at TEST_CITUS. */
export function startTestServer(max_connections?: number): Promise<TestServer> {
  const cluster = process.env['TEST_CITUS'];
  return cluster ? findTestCluster(cluster) : startOwnServer(max_connections);
}

/** Starts a server with a migrated database to clone. Its data survives a crash, but not a power failure. */
export async function startOwnServer(max_connections = 100): Promise<TestServer> {
  await using undo = new AsyncDisposableStack();
  const data_dir = await mkdtemp(join(await chooseServerFolder(), SERVER_PREFIX));
  undo.defer(() => rm(data_dir, { recursive: true, force: true, maxRetries: 10 }));
  const lock = await acquireDirectoryLock(data_dir, 'command');
  undo.defer(lock.release);
  const postgres = await startEmbeddedPostgres({
    data_dir,
    log: createLog('silent'),
    settings: { ...FORGETFUL, max_connections: String(max_connections) },
  });
  undo.defer(postgres.stop);
  await makeTemplate(postgres.connection);
  const started = undo.move();
  return {
    connection: { ...postgres.connection, template: TEMPLATE, workers: [] },
    stop: () => started.disposeAsync(),
  };
}

async function makeTemplate(connection: Connection): Promise<void> {
  const server = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  await server.unsafe(`create database ${TEMPLATE}`);
  await server.end();
  await prepareDatabase({ ...connection, database: TEMPLATE });
}
