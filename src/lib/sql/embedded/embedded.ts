import path from 'node:path';
import { assertOwner, chooseServerAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { prepareClusterAndReadPassword } from './cluster.ts';
import { type ConnectionSettings, removeConnectionFile, writeConnectionFile } from './connectionFile.ts';
import { explainFileError, identifyDirectory, prepareDataDirectory } from './dataDirectory.ts';
import { assertDirectoryLockHeld } from './directoryLock.ts';
import { makeRunDirectory, PORT } from './runDirectory.ts';
import type { ServerLogSink } from './serverLog.ts';
import { stopOrphanedServers } from './serverProcesses.ts';
import { superviseServer } from './supervisor.ts';

export { type ConnectionSettings, findConnection } from './connectionFile.ts';
export {
  DirectoryInUse,
  findDirectoryLockHolder,
  acquireDirectoryLock,
  type DirectoryLockHolder,
} from './directoryLock.ts';
export type { ServerLogSink } from './serverLog.ts';

export type EmbeddedPostgres = { connection: ConnectionSettings; stop: () => Promise<void> };
export type EmbeddedOptions = {
  data_dir: string;
  log: ServerLogSink;
  /** Settings of postgresql.conf that override our defaults. */
  settings?: Record<string, string>;
};

/** Runs PostgreSQL in a data directory until `stop`. The caller must hold the directory lock (`acquireDirectoryLock`). */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const data_dir = await prepareDataDirectory(options.data_dir);
  await assertDirectoryLockHeld(data_dir);
  try {
    return await start({ ...options, data_dir });
  } catch (error) {
    throw explainFileError(error, `DATA_DIR ${data_dir}`);
  }
}

async function start({ data_dir, log, settings }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster_dir = path.join(data_dir, 'postgres');
  const account = await chooseServerAccount(data_dir, cluster_dir);
  await assertOwner(cluster_dir, account);
  // A stale file would direct other processes to a server that is about to stop.
  await removeConnectionFile(data_dir);
  await stopOrphanedServers(cluster_dir, log);

  await using undo = new AsyncDisposableStack();
  const run = await makeRunDirectory(data_dir, account);
  undo.defer(run.remove);
  const binaries = await provideBinaries(path.join(run.root, 'postgres'), account);
  undo.defer(binaries.dispose);
  const password = await prepareClusterAndReadPassword({
    data_dir,
    cluster_dir,
    scratch_dir: run.socket_dir,
    binaries,
    account,
  });

  const cluster_name = await identifyDirectory(cluster_dir);
  const runtime = { cluster_name, unix_socket_directories: `"${run.socket_dir}"`, port: String(PORT) };
  const plan = {
    postgres: binaries.postgres,
    cluster_dir,
    account,
    settings: { ...SETTINGS, ...settings, ...runtime },
  };
  const supervisor = await superviseServer(plan, log);
  undo.defer(supervisor.stop);

  const connection = {
    host: run.socket_dir,
    port: PORT,
    username: 'postgres',
    password,
    database: 'postgres',
  };
  undo.defer(() => removeConnectionFile(data_dir));
  await writeConnectionFile(data_dir, connection);
  return { connection, stop: stopOnce(undo.move()) };
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  huge_pages: 'off',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_line_prefix: '',
  // Error details contain values of rows, which must not appear in the log.
  log_error_verbosity: 'terse',
  // The log line of the request already contains the error, so the server does not log the failed statement.
  log_min_error_statement: 'panic',
};

/** Returns a stop function that runs once; all callers share its promise. */
function stopOnce(resources: AsyncDisposableStack): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => (stopping ??= resources.disposeAsync());
}
