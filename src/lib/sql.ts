import type postgres from 'postgres';
import { connectWithDeadline, type PoolState } from './deadlineSocket.ts';
import { postgres as openPool } from './driver.ts';

type Types = { date: Date | string };
export type Database = postgres.Sql<Types>;
export type Transaction = postgres.TransactionSql<Types>;
/** Either of the two: what a query needs when it does not care whether it runs inside a transaction. */
export type Queryable = postgres.ISql<Types>;
export type Fragment = postgres.Fragment;

/** Where a server listens: a URL, or the parts that the embedded server gives out. */
export type ConnectionTarget =
  string | { host: string; port: number; username: string; password: string; database: string };

export type ConnectOptions = {
  max?: number;
  /** Silence of the server that is taken for its death. */
  deadline_ms?: number;
  name?: string;
  /** Settings of the server's session. */
  session?: Record<string, string>;
};

const CONNECT_TIMEOUT_S = 2;
const DEFAULT_MAX = 16;
const DEFAULT_DEADLINE_MS = 2_500;
/** The server gives up a little before the client does, so that a slow statement is a clean error. */
const SERVER_HEADSTART_MS = 300;

/**
 * Nearly every statement looks up a few rows by an index that lies in memory: helpers would start later than it
 * ends, and a whole table is never cheaper. As text: the driver leaves out what is falsy.
 */
const LOOKUPS = { random_page_cost: '1.1', max_parallel_workers_per_gather: '0' };

export function connect(target: ConnectionTarget, options: ConnectOptions = {}): Database {
  const deadline_ms = options.deadline_ms ?? DEFAULT_DEADLINE_MS;
  const pool: PoolState = { open: new Set(), busy: new Set() };
  const settings = {
    max: options.max ?? DEFAULT_MAX,
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
    onnotice: () => {},
    // The driver knows this option, its types do not.
    socket: connectWithDeadline(deadline_ms, pool),
    connection: {
      application_name: options.name ?? 'tenant-ops',
      TimeZone: 'UTC',
      statement_timeout: deadline_ms - SERVER_HEADSTART_MS,
      idle_in_transaction_session_timeout: 30_000,
      ...LOOKUPS,
      ...options.session,
    },
    types: { date: timestampType },
  };
  const db = (
    typeof target === 'string' ? openPool(target, settings) : openPool({ ...target, ...settings })
  ) as Database;
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Database, PoolState>();

/** How many connections a pool may have, has, and has at work. */
export function measurePool(db: Database): { max: number; open: number; busy: number } {
  const { open, busy } = pools.get(db) ?? { open: new Set(), busy: new Set() };
  return { max: db.options.max, open: open.size, busy: busy.size };
}

type Unseen = 'bigint' | 'text' | 'text[]' | 'timestamptz' | 'timestamptz[]' | 'uuid';

/**
 * A value that the planner cannot look up. Where its statistics name the value or know that they do not, each value
 * has a plan of its own, made anew at each execution, and one that is in no statistics is believed to have one row.
 */
export function unseen(db: Queryable, type: Unseen, value: string | number | readonly string[]): Fragment {
  const parameter = typeof value === 'object' ? [...value] : value;
  return db`(select ${parameter}::${db.unsafe(type)})`;
}

/** Throws when the server cannot be asked anything. */
export async function ping(db: Database): Promise<void> {
  await db`select 1`;
}

const TIMESTAMPTZ_OID = 1184;

const timestampType = {
  to: TIMESTAMPTZ_OID,
  from: [TIMESTAMPTZ_OID],
  serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
  parse: parseTimestamp,
};

/** From the server's `2026-11-21 07:45:39.1+00` to `2026-11-21T07:45:39.100Z`. */
function parseTimestamp(text: string): string {
  const [seconds = '', fraction = ''] = text.slice(11, -3).split('.');
  return `${text.slice(0, 10)}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

export type TransactionOptions<T> = {
  /** Asked when the connection died during COMMIT: what the lost transaction wrote, if it did commit. */
  landed?: (tx: Transaction) => Promise<T | undefined>;
};

const MAX_ATTEMPTS = 5;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const CONNECTION_LOST = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
]);

/**
 * Runs the work in one transaction and retries what the database asks to retry; the work must therefore be
 * free of effects outside the database.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  { landed }: TransactionOptions<T> = {},
): Promise<T> {
  let lost = false;
  for (let attempt = 1; ; attempt++) {
    let committing = false;
    try {
      return await beginOnce(db, async (tx) => {
        const earlier = lost && landed ? await landed(tx) : undefined;
        const result = earlier ?? (await work(tx));
        committing = true;
        return result;
      });
    } catch (error) {
      // A lost COMMIT may still be on its way when the work is done again: next time it has landed.
      const overtaken = lost && errorCode(error) === UNIQUE_VIOLATION;
      if (attempt === MAX_ATTEMPTS || !(overtaken || isWorthRetrying(error))) throw error;
      lost ||= committing && isConnectionLoss(error);
      await pauseBeforeRetry(attempt);
    }
  }
}

async function beginOnce<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  const result = (await db.begin((tx) => {
    afterCommits.set(tx, effects);
    return work(tx);
  })) as T;
  for (const effect of effects) effect();
  return result;
}

const afterCommits = new WeakMap<Transaction, (() => void)[]>();

/** Runs the effect once this attempt of the transaction has committed; for hints that may be lost. */
export function afterCommit(tx: Transaction, effect: () => void): void {
  afterCommits.get(tx)?.push(effect);
}

function isWorthRetrying(error: unknown): boolean {
  const code = errorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || isConnectionLoss(error);
}

function isConnectionLoss(error: unknown): boolean {
  return CONNECTION_LOST.has(errorCode(error) ?? '');
}

/** Nothing can be asked of it now: no connection, or a server that starts, stops or has no connection left. */
export function isDatabaseAway(error: unknown): boolean {
  return /^(CONNECT|ECONNRE|EPIPE|08|57P|53300)/.test(errorCode(error) ?? '');
}

/** The database did not take what was written, and would not take it next time either. */
export function isRefusal(error: unknown): boolean {
  return /^(21|22|23|44|54|P0)\w{3}$/.test(errorCode(error) ?? '');
}

function pauseBeforeRetry(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt * (0.5 + Math.random())));
}

/** The SQLSTATE of a database error, or the driver's own code for a lost connection. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The same database, but every transaction of it does one thing more before it commits. */
export function beforeCommit(
  db: Database,
  last: (tx: Transaction, result: unknown) => Promise<void>,
): Database {
  const wrapped = withBegin(db, (work) =>
    db.begin(async (tx) => {
      const result = await work(tx);
      await last(tx, result);
      return result;
    }),
  );
  bare.set(wrapped, db);
  return wrapped;
}

const bare = new WeakMap<Database, Database>();

/** The database for a transaction that does not end the request: `beforeCommit` has no part in it. */
export function midway(db: Database): Database {
  return bare.get(db) ?? db;
}

export function withBegin(
  db: Database,
  begin: (work: (tx: Transaction) => Promise<unknown>) => Promise<unknown>,
): Database {
  const template = (...args: Parameters<typeof db>) => db(...args);
  return Object.assign(template, db, { begin }) as Database;
}
