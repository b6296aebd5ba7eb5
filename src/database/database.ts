import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { HOUR_MS, systemClock } from '../lib/time/clock.ts';
import { migrate } from '../lib/sql/migrate.ts';
import { createDailyPartitions } from '../lib/sql/partitions.ts';
import {
  DirectoryInUse,
  findConnection,
  findDirectoryLockHolder,
  acquireDirectoryLock,
  type DirectoryLockHolder,
  type ServerLogSink,
  startEmbeddedPostgres,
} from '../lib/sql/embedded/embedded.ts';
import { detectSharding } from '../lib/sql/sharding.ts';
import { connect, type ConnectionTarget, type Database, detectPooler } from '../lib/sql/sql.ts';
import { StartupFault } from '../lib/process/startupFault.ts';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Tables that are partitioned by day. Days older than RETENTION_DAYS are dropped. */
export const TABLES_KEPT_RETENTION_DAYS = ['events', 'webhook_deliveries', 'webhook_attempts'];
/** Tables that are partitioned by day. Days older than AUDIT_DAYS are dropped. */
export const TABLES_KEPT_AUDIT_DAYS = ['audit_entries', 'skill_executions'];
/** Tables that are partitioned by day. Days older than REQUEST_LOG_DAYS are dropped. */
export const TABLES_KEPT_REQUEST_LOG_DAYS = ['request_log'];

export type DatabaseHandle = {
  db: Database;
  target: ConnectionTarget;
  /** The connection to the database without a pooler, for work that needs a session. */
  direct: ConnectionTarget;
  embedded: boolean;
  close: () => Promise<void>;
};

const CLOSE_WITHIN_S = 3;
/** The wait for a free connection. It is shorter than the deadline of a request, so that the request gets a 503. */
const WAIT_MS = 1_500;
/** The `lock_timeout`: the maximum wait for a row that another transaction has locked. */
const LOCK_WAIT_MS = 2_000;
/** The share of connections that is reserved for reads, because a COMMIT can wait long for a standby. */
const FOR_READS = 1 / 3;
const COMMAND_CONNECTIONS = 15;
const LEAST_CONNECTIONS = 100;
const COMMAND_PATIENCE_MS = 30_000;
const RETRY_MS = 50;
const MIGRATION_PATIENCE_MS = HOUR_MS;

export type OpenDatabaseOptions = {
  as: DirectoryLockHolder;
  log: ServerLogSink;
  /** The size of the connection pool; DATABASE_CONNECTIONS by default. */
  max?: number;
  interrupted?: AbortSignal;
};

type Opening = OpenDatabaseOptions & { max: number; settings: Record<string, string> };

/** Connects to DATABASE_URL, or to the embedded database, which is started if necessary. */
export async function openDatabase(config: Config, options: OpenDatabaseOptions): Promise<DatabaseHandle> {
  const opening = { max: config.DATABASE_CONNECTIONS, settings: serverSettings(config), ...options };
  if (config.DATABASE_URL) return openByUrl(config.DATABASE_URL, config.DATABASE_DIRECT_URL, opening.max);
  if (opening.as === 'server') return openEmbedded(config.DATA_DIR, opening);
  return openForCommand(config.DATA_DIR, opening);
}

/** Settings of the embedded server: enough connections for all processes and for commands. */
function serverSettings({ PROCESSES, DATABASE_CONNECTIONS }: Config): Record<string, string> {
  const wanted = PROCESSES * DATABASE_CONNECTIONS + COMMAND_CONNECTIONS;
  return { max_connections: String(Math.max(wanted, LEAST_CONNECTIONS)) };
}

/** Connects to a database that another process has started. */
export async function connectToRunningDatabase(config: Config, max: number): Promise<DatabaseHandle> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = config;
  return DATABASE_URL ? openByUrl(DATABASE_URL, DATABASE_DIRECT_URL, max) : openRunning(DATA_DIR, max);
}

/** Runs the migrations and creates the partitions of the next days. A migration can take up to an hour. */
export async function prepareDatabase(target: ConnectionTarget): Promise<void> {
  const patient = connect(target, {
    max: 1,
    deadline_ms: MIGRATION_PATIENCE_MS,
    name: 'tenant-ops migrations',
  });
  try {
    await migrate(patient, MIGRATIONS_FOLDER);
    for (const table of [
      ...TABLES_KEPT_RETENTION_DAYS,
      ...TABLES_KEPT_AUDIT_DAYS,
      ...TABLES_KEPT_REQUEST_LOG_DAYS,
    ]) {
      await createDailyPartitions(patient, table, systemClock.now(), 1);
    }
  } finally {
    await patient.end({ timeout: CLOSE_WITHIN_S });
  }
}

/** Connects to the running embedded server, or starts one. Waits while a server starts or another command runs. */
async function openForCommand(data_dir: string, opening: Opening): Promise<DatabaseHandle> {
  const started_ms = performance.now();
  for (;;) {
    const is_served = (await findDirectoryLockHolder(data_dir)) === 'server';
    try {
      return is_served ? await openRunning(data_dir, opening.max) : await openEmbedded(data_dir, opening, 0);
    } catch (error) {
      const may_pass = is_served || error instanceof DirectoryInUse;
      if (!may_pass || performance.now() - started_ms > COMMAND_PATIENCE_MS) throw error;
    }
    await sleep(RETRY_MS, undefined, { signal: opening.interrupted });
  }
}

async function openRunning(data_dir: string, max: number): Promise<DatabaseHandle> {
  const connection = await findConnection(data_dir);
  if (connection) return openServer(connection, max);
  throw new StartupFault(`The server on DATA_DIR ${data_dir} has not started its database yet.`);
}

async function openByUrl(url: string, direct: string | undefined, max: number): Promise<DatabaseHandle> {
  const server = await detectPooler(url).catch(cannotReach);
  const own = direct === undefined ? server : await detectPooler(direct).catch(cannotReach);
  if (direct !== undefined && own.pooling.kind === 'transaction')
    throw new StartupFault('DATABASE_DIRECT_URL leads to a pooler: it must name the server itself.');
  return { ...(await openServer(server, max)), direct: own };
}

function cannotReach(error: unknown): never {
  if (error instanceof StartupFault) throw error;
  const reason = error instanceof Error ? error.message || String(error) : String(error);
  throw new StartupFault(`The database cannot be reached: ${reason}`);
}

async function openServer(target: ConnectionTarget, max: number): Promise<DatabaseHandle> {
  const session = { lock_timeout: String(LOCK_WAIT_MS) };
  const db = connect(target, { max, wait_ms: WAIT_MS, for_reads: Math.floor(max * FOR_READS), session });
  try {
    await detectSharding(db, 'accounts');
  } catch (error) {
    await db.end({ timeout: 0 });
    cannotReach(error);
  }
  return { db, target, direct: target, embedded: false, close: () => db.end({ timeout: CLOSE_WITHIN_S }) };
}

async function openEmbedded(
  data_dir: string,
  { as, max, log, settings }: Opening,
  wait_ms?: number,
): Promise<DatabaseHandle> {
  await using undo = new AsyncDisposableStack();
  const lock = await acquireDirectoryLock(data_dir, as, wait_ms);
  undo.defer(lock.release);
  const postgres = await startEmbeddedPostgres({ data_dir, log, settings });
  undo.defer(postgres.stop);
  const { close, ...server } = await openServer(postgres.connection, max);
  undo.defer(close);
  const opened = undo.move();
  return { ...server, embedded: true, close: () => opened.disposeAsync() };
}
