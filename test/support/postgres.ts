import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../../src/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { holdDirectory } from '../../src/lib/postgres/directoryLock.ts';
import { startEmbeddedPostgres } from '../../src/lib/postgres/embedded.ts';
import { connect } from '../../src/lib/sql.ts';

export type Connection = { host: string; port: number; username: string; password: string; database: string };

export type TestServer = { connection: Connection; stop: () => Promise<void> };

export const TEMPLATE = 'migrated';

/** A real server for tests with a migrated database to clone; it may forget all at a power cut, not at a crash. */
export async function startTestServer(): Promise<TestServer> {
  const data_dir = await mkdtemp(join(tmpdir(), 'tenant-ops-test-'));
  const lock = await holdDirectory(data_dir, 'command');
  const postgres = await startEmbeddedPostgres({
    data_dir,
    log: createLog('silent'),
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  await makeTemplate(postgres.connection);
  return {
    connection: postgres.connection,
    async stop() {
      await postgres.stop();
      await lock.release();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(connection: Connection): Promise<void> {
  const server = connect(connection, { max: 1 });
  await server.unsafe(`create database ${TEMPLATE}`);
  await server.end();
  await prepareDatabase({ ...connection, database: TEMPLATE });
}
