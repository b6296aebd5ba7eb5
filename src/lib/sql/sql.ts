import {
  mayStatementWrite,
  markRetrySafeIfTransient,
  markRetrySafe,
  recordRequestWrite,
} from './retrySafety.ts';
import { isPlanOutdated, type Connection } from './driver/connection.ts';
import { listenWithReconnect } from './driver/listening.ts';
import { Pool, type Purpose } from './driver/pool.ts';
import { assertOwnSession, addPoolingMode, type ConnectionTarget } from './driver/pooling.ts';
import {
  runStandalone,
  createQueryable,
  createReservedConnection,
  runTransaction,
  databaseSource,
  transactionState,
  type RunStatement,
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
  databaseSource,
  type Queryable,
  type ReservedConnection,
  type Transaction,
} from './driver/queryable.ts';
export type { Fragment, Sql } from './driver/statement.ts';
export {
  afterCommit,
  pipelineCommit,
  setCommitProof,
  setAttemptProof,
  transaction,
} from './driver/transaction.ts';

export type Database = Queryable & {
  begin<T>(work: (tx: Transaction) => Promise<T>, purpose?: Purpose): Promise<T>;
  /** Reserves a connection for the caller until `release()`, which closes it and so ends its session. */
  reserve(): Promise<ReservedConnection>;
  /** Calls `told` for notifications on the channel. Uses a separate connection, which reconnects after a failure. */
  listen(channel: string, told: () => void): Promise<{ unlisten(): Promise<void> }>;
  /** Closes the pool. Running statements have `timeout` seconds to finish; without a timeout they run to their end. */
  end(options?: { timeout?: number }): Promise<void>;
  readonly [made]: Made;
};

/** The functions from which the database was built; wrappers replace some of them. */
type Made = {
  parts: Parts;
  /** The database without its `beforeCommit` step; undefined if it has none. */
  bare?: Database;
};
const made = Symbol('made');

export type ConnectOptions = {
  max?: number;
  /** Silence of the server after which the connection counts as dead. */
  deadline_ms?: number;
  /** Timeout of opening a connection. */
  connect_ms?: number;
  /** Timeout of waiting for a free connection; no timeout if absent. */
  wait_ms?: number;
  /** Number of connections that are reserved for reads. */
  for_reads?: number;
  name?: string;
  /** True if the tables of accounts are distributed over several servers; `detectSharding` sets it. */
  are_rows_sharded?: boolean;
  /** Called with the text and values of every statement before it is sent. */
  observe?: (text: string, values: readonly Value[]) => void;
  /** Settings (GUCs) of each database session. */
  session?: Record<string, string>;
};

const DEFAULT_MAX = 16;
const DEFAULT_DEADLINE_MS = 2_500;
/**
 * The server's statement timeout is shorter than the client's by this time, so that a slow statement fails with a
 * SQLSTATE and keeps its connection.
 */
const SERVER_HEADSTART_MS = 300;

/**
 * Planner settings for statements that read few rows through an index; parallel workers and sequential scans never help
 * these. With the default random_page_cost, the planner reads a whole list and sorts it instead of using the index
 * order. A plan that is made while a table has one page would use a sequential scan, and would be kept until the next
 * ANALYZE even if the table grows.
 */
export const INDEX_LOOKUP_SETTINGS = {
  random_page_cost: '1',
  max_parallel_workers_per_gather: '0',
  enable_seqscan: 'off',
};

const CONNECT_MS = 2_000;

export function connect(target: ConnectionTarget, options: ConnectOptions = {}): Database {
  const deadline_ms = options.deadline_ms ?? DEFAULT_DEADLINE_MS;
  const session = {
    application_name: options.name ?? 'tenant-ops',
    TimeZone: 'UTC',
    statement_timeout: String(deadline_ms - SERVER_HEADSTART_MS),
    idle_in_transaction_session_timeout: '30000',
    ...INDEX_LOOKUP_SETTINGS,
    ...options.session,
  };
  const { observe } = options;
  const { connect_ms = CONNECT_MS } = options;
  const { address, pooling } = addPoolingMode(target);
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
      const connection = await pool.acquire();
      return createReservedConnection(from, connection, () =>
        pool.release(connection, { is_reusable: false }),
      );
    },
    async listen(channel, told) {
      assertOwnSession(pooling);
      return listenWithReconnect(connecting, channel, told);
    },
    end: ({ timeout } = {}) => pool.close(timeout === undefined ? undefined : timeout * 1_000),
  });
}

type Parts = Pick<Database, 'begin' | 'reserve' | 'listen' | 'end'> & { ask: RunStatement };

function databaseOver(from: DatabaseSource, parts: Parts, bare?: Database): Database {
  const { ask, ...methods } = parts;
  return Object.assign(createQueryable(from, ask), methods, { [made]: { parts, ...(bare && { bare }) } });
}

async function askAgainIfOutdated(pool: Pool, sql: Sql, is_plain: boolean): Promise<Rows<object[]>> {
  const may_write = mayStatementWrite(sql.text);
  const askOnce = (connection: Connection) => runStandalone(connection, sql, is_plain);
  const ask = () => withConnection(pool, askOnce, may_write ? 'write' : 'read');
  try {
    return await ask();
  } catch (error) {
    if (isPlanOutdated(error)) return ask();
    markRetrySafeIfTransient(error, may_write);
    throw error;
  }
}

async function withConnection<T>(
  pool: Pool,
  work: (connection: Connection) => Promise<T>,
  purpose: Purpose = 'write',
): Promise<T> {
  const connection = await pool.acquire(purpose).catch((error: unknown) => {
    throw markRetrySafe(error);
  });
  try {
    const result = await work(connection);
    if (purpose === 'write') recordRequestWrite();
    return result;
  } finally {
    pool.release(connection);
  }
}

/** Counts the connections of the pool: allowed, open and in use. */
export function countPoolConnections(db: Database): { max: number; open: number; busy: number } {
  return db[databaseSource].pool.measure();
}

type Unseen = 'bigint' | 'bytea[]' | 'text' | 'text[]' | 'timestamptz' | 'timestamptz[]' | 'uuid' | 'uuid[]';

/**
 * Wraps a value in a subquery, which hides it from the planner. PostgreSQL would otherwise plan the statement for each
 * value at every execution. For a hidden value the planner assumes one row.
 */
export function hideFromPlanner(
  db: Queryable,
  type: Unseen,
  value: string | number | readonly (string | Buffer)[],
): Fragment {
  const parameter = typeof value === 'object' ? [...value] : value;
  return db`(select ${parameter}::${db.unsafe(type)})`;
}

/** Wraps a database so that `last` runs in each transaction, directly before COMMIT. */
export function withBeforeCommitStep(
  db: Database,
  last: (tx: Transaction, result: unknown) => Promise<void>,
): Database {
  const begin: Database['begin'] = (work) =>
    db.begin(async (tx) => {
      tx[transactionState].has_last_step = true;
      const result = await work(tx);
      await last(tx, result);
      return result;
    });
  return databaseOver(db[databaseSource], { ...db[made].parts, begin }, db);
}

/** Returns the database without its `beforeCommit` step, for transactions that are not the last of a request. */
export function withoutBeforeCommitStep(db: Database): Database {
  return db[made].bare ?? db;
}

/**
 * Wraps a database so that each statement and transaction runs inside `run`. Long reads bypass `run`; their callers
 * limit them.
 */
export function runStatementsThrough(
  db: Database,
  run: <T>(work: () => Promise<T>, purpose: 'read' | 'write') => Promise<T>,
): Database {
  const { ask } = db[made].parts;
  return withStatementRunner(db, {
    ask: (sql, is_plain) => run(() => ask(sql, is_plain), mayStatementWrite(sql.text) ? 'write' : 'read'),
    begin: (work, purpose = 'write') =>
      purpose === 'long read' ? db.begin(work, purpose) : run(() => db.begin(work, purpose), purpose),
  });
}

/** Runs a statement that was composed with another database object. */
export async function runComposedStatement(db: Queryable, sql: Sql): Promise<Rows<object[]>> {
  return db`${sql}`;
}

/** Wraps a database and replaces how it runs statements or transactions. */
export function withStatementRunner(db: Database, running: Partial<Pick<Parts, 'ask' | 'begin'>>): Database {
  return databaseOver(db[databaseSource], { ...db[made].parts, ...running });
}
