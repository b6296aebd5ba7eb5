import path from 'node:path';
import { assertOwner, chooseAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { type ConnectionSettings, removeConnectionFile, writeConnectionFile } from './connectionFile.ts';
import { explainFileError, identify, prepareDataDirectory } from './dataDirectory.ts';
import { assertHeld } from './directoryLock.ts';
import { makeRunDirectory, PORT } from './runDirectory.ts';
import type { ServerLogSink } from './serverLog.ts';
import { clearDirectory } from './serverProcesses.ts';
import { superviseServer } from './supervisor.ts';

export { type ConnectionSettings, findConnection } from './connectionFile.ts';
export { DirectoryInUse, findHolder, holdDirectory, type Holder } from './directoryLock.ts';
export type { ServerLogSink } from './serverLog.ts';

export type EmbeddedPostgres = { connection: ConnectionSettings; stop: () => Promise<void> };
export type EmbeddedOptions = {
  data_dir: string;
  log: ServerLogSink;
  /** Settings of postgresql.conf that win over ours. */
  settings?: Record<string, string>;
};

/** Runs PostgreSQL on a directory the caller holds (`holdDirectory`) until `stop`. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const data_dir = await prepareDataDirectory(options.data_dir);
  await assertHeld(data_dir);
  try {
    return await start({ ...options, data_dir });
  } catch (error) {
    throw explainFileError(error, `DATA_DIR ${data_dir}`);
  }
}

async function start({ data_dir, log, settings }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster_dir = path.join(data_dir, 'postgres');
  const account = await chooseAccount(data_dir, cluster_dir);
  await assertOwner(cluster_dir, account);
  // A stale file would lead others to a server that is about to stop.
  await removeConnectionFile(data_dir);
  await clearDirectory(cluster_dir, log);

  await using undo = new AsyncDisposableStack();
  const run = await makeRunDirectory(data_dir, account);
  undo.defer(run.remove);
  const binaries = await provideBinaries(path.join(run.root, 'postgres'), account);
  undo.defer(binaries.dispose);
  const password = await prepareCluster({
    data_dir,
    cluster_dir,
    scratch_dir: run.socket_dir,
    binaries,
    account,
  });

  const cluster_name = await identify(cluster_dir);
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
  // Details quote values of rows, which are not for a log.
  log_error_verbosity: 'terse',
  // The request's own line holds the error; a statement would only add a line for each of its own.
  log_min_error_statement: 'panic',
};

/** All callers share one stop. */
function stopOnce(resources: AsyncDisposableStack): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => (stopping ??= resources.disposeAsync());
}
