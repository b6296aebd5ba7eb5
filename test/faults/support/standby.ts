import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../../../src/database/database.ts';
import { createLog } from '../../../src/lib/log.ts';
import { chooseServerAccount } from '../../../src/lib/sql/embedded/account.ts';
import { provideBinaries } from '../../../src/lib/sql/embedded/binaries.ts';
import { acquireDirectoryLock } from '../../../src/lib/sql/embedded/directoryLock.ts';
import { startEmbeddedPostgres } from '../../../src/lib/sql/embedded/embedded.ts';
import { makeRunDirectory } from '../../../src/lib/sql/embedded/runDirectory.ts';
import { launchServer } from '../../../src/lib/sql/embedded/server.ts';
import { connect, type Database } from '../../../src/lib/sql/sql.ts';
import { eventually } from '../../../support/eventually.ts';
import { killServer } from '../../../support/postgresProcesses.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import type { Connection } from '../../support/postgres.ts';

type Node = { connection: Connection; db: Database; data_dir: string; kill(): void };

const LOG = createLog('silent');
const PORT = 5432;
const STARTED_WITHIN_MS = 60_000;

export type ReplicatedServers = { primary: Node; standby: Node; close(): Promise<void> };

/** Opens a migrated server and a standby that confirms each COMMIT. */
export async function openReplicatedServers(): Promise<ReplicatedServers> {
  await using undo = new AsyncDisposableStack();
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'pair-')));
  undo.defer(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }));
  execFileSync('chmod', ['711', parent]);
  const [first_dir, second_dir] = [join(parent, 'first'), join(parent, 'second')];
  const password = await makeData(first_dir);
  execFileSync('cp', ['-a', first_dir, second_dir]);
  await writeFile(join(second_dir, 'postgres', 'standby.signal'), '');

  const primary = await launch(undo, first_dir, password);
  const source = `host=${primary.connection.host} port=${PORT} user=postgres password=${password}`;
  const standby = await launch(undo, second_dir, password, { primary_conninfo: source });
  await primary.db`alter system set synchronous_standby_names = '*'`;
  await primary.db`select pg_reload_conf()`;
  const isConfirming = async () => {
    const [found] = await primary.db`select sync_state from pg_stat_replication`;
    return found?.['sync_state'] === 'sync';
  };
  await eventually(isConfirming, (is_confirming) => is_confirming, STARTED_WITHIN_MS, 50);
  const opened = undo.move();
  return { primary, standby, close: () => opened.disposeAsync() };
}

async function makeData(data_dir: string): Promise<string> {
  const lock = await acquireDirectoryLock(data_dir, 'command');
  const embedded = await startEmbeddedPostgres({ data_dir, log: LOG, settings: { fsync: 'off' } });
  await prepareDatabase(embedded.connection);
  await embedded.stop();
  await lock.release();
  return embedded.connection.password;
}

/** Starts a server without a supervisor, which would restart a killed server. */
async function launch(
  undo: AsyncDisposableStack,
  data_dir: string,
  password: string,
  settings: Record<string, string> = {},
): Promise<Node> {
  const cluster_dir = join(data_dir, 'postgres');
  const account = await chooseServerAccount(data_dir, cluster_dir);
  const run = await makeRunDirectory(data_dir, account);
  const binaries = await provideBinaries(join(run.root, 'postgres'), account);
  const own = { unix_socket_directories: `"${run.socket_dir}"`, port: String(PORT), listen_addresses: '' };
  const plan = {
    postgres: binaries.postgres,
    cluster_dir,
    account,
    settings: { fsync: 'off', max_connections: '100', ...own, ...settings },
  };
  const server = launchServer(plan, LOG);
  const connection = {
    host: run.socket_dir,
    port: PORT,
    username: 'postgres',
    password,
    database: 'postgres',
  };
  const db = connect(connection, { max: 4, ...LONG_TIMEOUTS });
  undo.defer(async () => {
    await db.end({ timeout: 0 });
    await server.stop();
    binaries.dispose();
    await run.remove();
  });
  const isUp = async () =>
    db`select 1`.then(
      () => true,
      () => false,
    );
  await eventually(isUp, (is_up) => is_up, STARTED_WITHIN_MS, 50);
  return { connection, db, data_dir, kill: () => killServer(data_dir) };
}
