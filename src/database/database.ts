import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { HOUR_MS, systemClock } from '../lib/time/clock.ts';
import { migrate } from '../lib/sql/migrate.ts';
import { layOutDays } from '../lib/sql/partitions.ts';
import {
  DirectoryInUse,
  findConnection,
  findHolder,
  holdDirectory,
  type Holder,
  type ServerLogSink,
  startEmbeddedPostgres,
} from '../lib/sql/embedded/embedded.ts';
import { detectSharding } from '../lib/sql/sharding.ts';
import { connect, type ConnectionTarget, type Database, detectPooler } from '../lib/sql/sql.ts';
import { StartupFault } from '../lib/process/startupFault.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Split by day, and dropped by day when they are old. */
export const DAILY_TABLES = ['events', 'webhook_deliveries', 'webhook_attempts'];
/** Tables that are split by day and kept longer. */
export const AUDIT_TABLES = ['audit_entries', 'skill_executions'];
/** Tables that are split by day and dropped sooner. */
export const BRIEF_TABLES = ['request_log'];

export type OpenDatabase = {
  db: Database;
  target: ConnectionTarget;
  /** The address of the database without a pooler. */
  direct: ConnectionTarget;
  embedded: boolean;
  close: () => Promise<void>;
};

const CLOSE_WITHIN_S = 3;
/** Short enough that a request which finds no free connection is refused in time. */
const WAIT_MS = 1_500;
/** How long a statement waits for a row that another transaction has locked. */
const LOCK_WAIT_MS = 2_000;
/** The share of connections that no COMMIT may take, which can wait for a standby. */
const FOR_READS = 1 / 3;
const COMMAND_CONNECTIONS = 15;
const LEAST_CONNECTIONS = 100;
const COMMAND_PATIENCE_MS = 30_000;
const RETRY_MS = 50;
const MIGRATION_PATIENCE_MS = HOUR_MS;

export type OpenOptions = {
  as: Holder;
  log: ServerLogSink;
  /** The most connections, if not all that the process may hold. */
  max?: number;
  interrupted?: AbortSignal;
};

type Opening = OpenOptions & { max: number; settings: Record<string, string> };

/** The database at DATABASE_URL, or the embedded one, started if it does not run. */
export async function openDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  const opening = { max: config.DATABASE_CONNECTIONS, settings: serverSettings(config), ...options };
  if (config.DATABASE_URL) return openByUrl(config.DATABASE_URL, config.DATABASE_DIRECT_URL, opening.max);
  if (opening.as === 'server') return openEmbedded(config.DATA_DIR, opening);
  return openForCommand(config.DATA_DIR, opening);
}

/** The embedded server takes what all processes may hold, and leaves room for commands. */
function serverSettings({ PROCESSES, DATABASE_CONNECTIONS }: Config): Record<string, string> {
  const wanted = PROCESSES * DATABASE_CONNECTIONS + COMMAND_CONNECTIONS;
  return { max_connections: String(Math.max(wanted, LEAST_CONNECTIONS)) };
}

/** Opens the database in a process beside the one that started it. */
export async function openSecondPool(config: Config, max: number): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = config;
  return DATABASE_URL ? openByUrl(DATABASE_URL, DATABASE_DIRECT_URL, max) : openRunning(DATA_DIR, max);
}

/** Migrates and makes the day partitions; a migration may take long. */
export async function prepareDatabase(target: ConnectionTarget): Promise<void> {
  const patient = connect(target, {
    max: 1,
    deadline_ms: MIGRATION_PATIENCE_MS,
    name: 'tenant-ops migrations',
  });
  try {
    await migrate(patient, MIGRATIONS);
    for (const table of [...DAILY_TABLES, ...AUDIT_TABLES, ...BRIEF_TABLES]) {
      await layOutDays(patient, table, systemClock.now(), 1);
    }
  } finally {
    await patient.end({ timeout: CLOSE_WITHIN_S });
  }
}

/** Uses a running server; waits for one that is starting and for other commands. */
async function openForCommand(data_dir: string, opening: Opening): Promise<OpenDatabase> {
  const started_ms = performance.now();
  for (;;) {
    const is_served = (await findHolder(data_dir)) === 'server';
    try {
      return is_served ? await openRunning(data_dir, opening.max) : await openEmbedded(data_dir, opening, 0);
    } catch (error) {
      const may_pass = is_served || error instanceof DirectoryInUse;
      if (!may_pass || performance.now() - started_ms > COMMAND_PATIENCE_MS) throw error;
    }
    await sleep(RETRY_MS, undefined, { signal: opening.interrupted });
  }
}

async function openRunning(data_dir: string, max: number): Promise<OpenDatabase> {
  const connection = await findConnection(data_dir);
  if (connection) return openServer(connection, max);
  throw new StartupFault(`The server on DATA_DIR ${data_dir} has not started its database yet.`);
}

async function openByUrl(url: string, direct: string | undefined, max: number): Promise<OpenDatabase> {
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

async function openServer(target: ConnectionTarget, max: number): Promise<OpenDatabase> {
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
): Promise<OpenDatabase> {
  await using undo = new AsyncDisposableStack();
  const lock = await holdDirectory(data_dir, as, wait_ms);
  undo.defer(lock.release);
  const postgres = await startEmbeddedPostgres({ data_dir, log, settings });
  undo.defer(postgres.stop);
  const { close, ...server } = await openServer(postgres.connection, max);
  undo.defer(close);
  const opened = undo.move();
  return { ...server, embedded: true, close: () => opened.disposeAsync() };
}
