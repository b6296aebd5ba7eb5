import { mayStatementWrite, markIfTransient, markRetrySafe, recordRequestWrite } from './retrySafety.ts';
import { isPlanOutdated, type Connection } from './driver/connection.ts';
import { listenWithReconnect } from './driver/listening.ts';
import { Pool, type Purpose } from './driver/pool.ts';
import { assertOwnSession, knownServer, type ConnectionTarget } from './driver/pooling.ts';
import {
  runStandalone,
  createQueryable,
  createReservedConnection,
  runTransaction,
  source,
  state,
  type Ask,
  type Queryable,
  type ReservedConnection,
  type DatabaseSource,
  type Transaction,
} from './driver/queryable.ts';
import type { Fragment, Rows, Sql } from './driver/statement.ts';
import type { Value } from './driver/values.ts';

export { detectPooler } from './driver/detectPooler.ts';
export { errorCode, isDatabaseUnavailable, isLockTimeout, isRejected } from './driver/failures.ts';
export type { ConnectionTarget } from './driver/pooling.ts';
export { NoConnectionFree, type Purpose } from './driver/pool.ts';
export {
  perDatabase,
  source,
  type Queryable,
  type ReservedConnection,
  type Transaction,
} from './driver/queryable.ts';
export type { Fragment, Sql } from './driver/statement.ts';
export {
  afterCommit,
  pipelineCommit,
  setCommitProof,
  setTryProof,
  transaction,
} from './driver/transaction.ts';

export type Database = Queryable & {
  begin<T>(work: (tx: Transaction) => Promise<T>, purpose?: Purpose): Promise<T>;
  /** A connection for the caller alone, until it is given back. */
  reserve(): Promise<ReservedConnection>;
  /** Listens on a channel over its own connection, which reconnects. */
  listen(channel: string, told: () => void): Promise<{ unlisten(): Promise<void> }>;
  /** Ends after running work, at most so many seconds later. */
  end(options?: { timeout?: number }): Promise<void>;
};

export type ConnectOptions = {
  max?: number;
  /** How long the server may be silent before the connection counts as dead. */
  deadline_ms?: number;
  /** How long opening a connection may take. */
  connect_ms?: number;
  /** How long a statement waits for a connection that others use; for as long as it takes if left out. */
  wait_ms?: number;
  /** How many connections only statements that read may take. */
  for_reads?: number;
  name?: string;
  /** True if the rows of accounts are spread over several servers; `detectSharding` detects it. */
  are_rows_sharded?: boolean;
  /** Called with every statement. */
  observe?: (text: string, values: readonly Value[]) => void;
  /** Settings of the server's session. */
  session?: Record<string, string>;
};

const DEFAULT_MAX = 16;
const DEFAULT_DEADLINE_MS = 2_500;
/** The server gives up a little before the client does, so that a slow statement is a clean error. */
const SERVER_HEADSTART_MS = 300;

/**
 * Statements read a few rows by an index, so parallel workers and sequential scans are never better, nor is sorting
 * what an index has in order: at a higher cost of random pages a list of unknown length is read whole and sorted. A plan
 * made while a table has one page would scan it, and be kept until the next analysis, however far the table has grown.
 */
export const LOOKUPS = { random_page_cost: '1', max_parallel_workers_per_gather: '0', enable_seqscan: 'off' };

const CONNECT_MS = 2_000;

export function connect(target: ConnectionTarget, options: ConnectOptions = {}): Database {
  const deadline_ms = options.deadline_ms ?? DEFAULT_DEADLINE_MS;
  const session = {
    application_name: options.name ?? 'tenant-ops',
    TimeZone: 'UTC',
    statement_timeout: String(deadline_ms - SERVER_HEADSTART_MS),
    idle_in_transaction_session_timeout: '30000',
    ...LOOKUPS,
    ...options.session,
  };
  const { observe } = options;
  const { connect_ms = CONNECT_MS } = options;
  const { address, pooling } = knownServer(target);
  const connecting = {
    target: address,
    pooling,
    deadline_ms,
    connect_ms,
    session,
    ...(observe && { observe }),
  };
  const { max = DEFAULT_MAX, wait_ms, for_reads = 0 } = options;
  const pool = new Pool({ ...connecting, max, for_reads, ...(wait_ms !== undefined && { wait_ms }) });
  const from: DatabaseSource = { pool, are_rows_sharded: options.are_rows_sharded ?? false };
  return databaseOver(from, {
    ask: (sql, is_plain) => askAgainIfOutdated(pool, sql, is_plain),
    begin: (work, purpose) =>
      withConnection(pool, (connection) => runTransaction(from, connection, work), purpose),
    async reserve() {
      assertOwnSession(pooling);
      const connection = await pool.take();
      return createReservedConnection(from, connection, () => pool.give(connection));
    },
    async listen(channel, told) {
      assertOwnSession(pooling);
      return listenWithReconnect(connecting, channel, told);
    },
    end: ({ timeout } = {}) => pool.close(timeout === undefined ? undefined : timeout * 1_000),
  });
}

type Parts = Pick<Database, 'begin' | 'reserve' | 'listen' | 'end'> & { ask: Ask };

function databaseOver(from: DatabaseSource, { ask, ...methods }: Parts): Database {
  const db = Object.assign(createQueryable(from, ask), methods);
  partsOf.set(db, { ask, ...methods });
  return db;
}

const partsOf = new WeakMap<Database, Parts>();

async function askAgainIfOutdated(pool: Pool, sql: Sql, is_plain: boolean): Promise<Rows<object[]>> {
  const may_write = mayStatementWrite(sql.text);
  const askOnce = (connection: Connection) => runStandalone(connection, sql, is_plain);
  const ask = () => withConnection(pool, askOnce, may_write ? 'write' : 'read');
  try {
    return await ask();
  } catch (error) {
    if (isPlanOutdated(error)) return ask();
    markIfTransient(error, may_write);
    throw error;
  }
}

async function withConnection<T>(
  pool: Pool,
  work: (connection: Connection) => Promise<T>,
  purpose: Purpose = 'write',
): Promise<T> {
  const connection = await pool.take(purpose).catch((error: unknown) => {
    throw markRetrySafe(error);
  });
  try {
    const result = await work(connection);
    if (purpose === 'write') recordRequestWrite();
    return result;
  } finally {
    pool.give(connection);
  }
}

/** How many connections a pool may have, has, and has at work. */
export function measurePool(db: Database): { max: number; open: number; busy: number } {
  return db[source].pool.measure();
}

type Unseen = 'bigint' | 'bytea[]' | 'text' | 'text[]' | 'timestamptz' | 'timestamptz[]' | 'uuid' | 'uuid[]';

/**
 * A value hidden from the planner. Known values get a plan each, made anew for each execution, and unknown
 * ones are estimated at one row.
 */
export function hideFromPlanner(
  db: Queryable,
  type: Unseen,
  value: string | number | readonly (string | Buffer)[],
): Fragment {
  const parameter = typeof value === 'object' ? [...value] : value;
  return db`(select ${parameter}::${db.unsafe(type)})`;
}

/** A database that runs one more step before each commit. */
export function beforeCommit(
  db: Database,
  last: (tx: Transaction, result: unknown) => Promise<void>,
): Database {
  const wrapped = withRunner(db, {
    begin: (work) =>
      db.begin(async (tx) => {
        tx[state].has_last_step = true;
        const result = await work(tx);
        await last(tx, result);
        return result;
      }),
  });
  bare.set(wrapped, db);
  return wrapped;
}

const bare = new WeakMap<Database, Database>();

/** The database without the `beforeCommit` step, for transactions that do not end the request. */
export function withoutBeforeCommit(db: Database): Database {
  return bare.get(db) ?? db;
}

/** A database whose statements and transactions run through `run`, except long reads, which their callers bound. */
export function runStatementsThrough(
  db: Database,
  run: <T>(work: () => Promise<T>, purpose: 'read' | 'write') => Promise<T>,
): Database {
  const ask = partsOf.get(db)?.ask;
  return withRunner(db, {
    ...(ask && {
      ask: (sql, is_plain) => run(() => ask(sql, is_plain), mayStatementWrite(sql.text) ? 'write' : 'read'),
    }),
    begin: (work, purpose = 'write') =>
      purpose === 'long read' ? db.begin(work, purpose) : run(() => db.begin(work, purpose), purpose),
  });
}

/** Runs a statement that was made for another database. */
export async function runOn(db: Queryable, sql: Sql): Promise<Rows<object[]>> {
  return db`${sql}`;
}

/** A database with another way to run statements or transactions. */
export function withRunner(db: Database, running: Partial<Pick<Parts, 'ask' | 'begin'>>): Database {
  const parts = partsOf.get(db);
  if (!parts) throw new Error('not a database that connect() made');
  return databaseOver(db[source], { ...parts, ...running });
}
