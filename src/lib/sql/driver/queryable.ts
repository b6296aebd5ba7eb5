import { traceStatement } from './tracing.ts';
import { markRetrySafeIfTransient } from '../retrySafety.ts';
import type { Connection } from './connection.ts';
import { errorCode } from './failures.ts';
import type { Pool } from './pool.ts';
import {
  composeSql,
  StatementPart,
  Statement,
  withValues,
  type Columns,
  type Query,
  type Row,
  type Rows,
  type Sql,
} from './statement.ts';
import { JsonValue, type Value } from './values.ts';

/** The identity of one `connect()`. Its transactions and all wrapped databases share this object. */
export type DatabaseSource = {
  pool: Pool;
  /** True if the tables of accounts are distributed over several servers. */
  are_rows_sharded: boolean;
};
export const databaseSource = Symbol('source');

/** Keeps one value per `connect()`, for code that has only a database or a transaction. */
export function perDatabase<Kept extends object>(make: () => Kept): (db: Queryable) => Kept {
  const made = new WeakMap<DatabaseSource, Kept>();
  return (db) => {
    const kept = made.get(db[databaseSource]) ?? make();
    made.set(db[databaseSource], kept);
    return kept;
  };
}

/** Runs statements, in a transaction or without one. */
export type Queryable = {
  readonly [databaseSource]: DatabaseSource;
  /** Composes a statement or a fragment of one. A statement runs when it is awaited. */
  <T extends readonly (object | undefined)[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Query<Rows<T>>;
  /** Composes a fragment: rows to insert, columns to set, the list of an IN, or a quoted identifier. */
  (content: Columns | readonly unknown[] | string): StatementPart;
  /** Raw SQL: one statement with values for $1, $2 …, or several statements without values. */
  unsafe<T extends readonly (object | undefined)[] = Row[]>(
    text: string,
    values?: readonly Value[],
  ): Query<Rows<T>>;
  json(value: unknown): JsonValue;
};

/** Runs the statements of one transaction. */
export type Transaction = Queryable & { readonly [transactionState]: TransactionState };

/**
 * Looks up a row that only this transaction writes. Returns true if the row exists, which proves the commit; work with
 * a pipelined COMMIT returns its result instead of true.
 */
export type CommitProof = (tx: Transaction) => Promise<unknown>;

export type TransactionState = {
  /** Callbacks that run after the commit. */
  effects: (() => void)[];
  proof: { find: CommitProof; is_of_try: boolean } | undefined;
  /** True if a `beforeCommit` step follows the work. */
  has_last_step: boolean;
  /** The error of the first failed statement; undefined if none failed. */
  failure: unknown;
  is_over: boolean;
  /** The result of COMMIT; undefined before COMMIT is sent. */
  committed: Promise<unknown> | undefined;
  /** Sends COMMIT in the same write as the statements of this turn of the event loop. */
  pipelineCommit(): void;
};
export const transactionState = Symbol('state');

/** Runs a composed statement. `is_plain`: the text may contain several statements and has no values. */
export type RunStatement = (sql: Sql, is_plain: boolean) => Promise<Rows<object[]>>;
export function createQueryable(from: DatabaseSource, ask: RunStatement): Queryable {
  const query = (first: TemplateStringsArray | StatementPart['content'], ...values: unknown[]) =>
    isTemplate(first)
      ? new Statement(composeSql(first, values), (sql) => ask(sql, false))
      : new StatementPart(first);
  return Object.assign(query, {
    [databaseSource]: from,
    unsafe: (text: string, values?: readonly Value[]) =>
      new Statement(withValues(text, values ?? []), (sql) => ask(sql, values === undefined)),
    json: (value: unknown) => new JsonValue(value),
  }) as unknown as Queryable;
}

function isTemplate(first: TemplateStringsArray | StatementPart['content']): first is TemplateStringsArray {
  return Array.isArray(first) && 'raw' in first;
}

function runOnConnection(connection: Connection, sql: Sql, is_plain: boolean): Promise<Rows<object[]>> {
  return traceStatement(sql.text, () =>
    is_plain ? connection.runUnprepared(sql.text) : connection.run(sql.text, sql.values as Value[]),
  );
}

/**
 * Runs a statement outside a transaction. Behind a transaction pooler it gets its own transaction, because only BEGIN
 * sends our settings.
 */
export function runStandalone(connection: Connection, sql: Sql, is_plain: boolean): Promise<Rows<object[]>> {
  if (!connection.is_shared) return runOnConnection(connection, sql, is_plain);
  const begun = connection.runUnprepared(connection.begin);
  const answer = runOnConnection(connection, sql, is_plain);
  return allOrFirstFailure([begun, answer, connection.runUnprepared('commit')]).then(() => answer);
}

/** Waits until all promises have settled, then throws the first error. */
async function allOrFirstFailure(asked: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(asked)) if (one.status === 'rejected') throw one.reason;
}

/** A connection that one caller reserved; it also supports COPY. */
export type ReservedConnection = Queryable & Pick<Connection, 'copyOut' | 'copyIn'> & { release(): void };

export function createReservedConnection(
  from: DatabaseSource,
  connection: Connection,
  release: () => void,
): ReservedConnection {
  return Object.assign(
    createQueryable(from, (sql, is_plain) => runOnConnection(connection, sql, is_plain)),
    {
      copyOut: (text: string) => connection.copyOut(text),
      copyIn: (text: string, rows: AsyncIterable<Uint8Array>) => connection.copyIn(text, rows),
      release,
    },
  );
}

const TRANSACTION_FAILED = '25P02';

/**
 * Runs the work in a transaction. BEGIN is sent in one write with the first statement; its result is checked before
 * COMMIT.
 */
export async function runTransaction<T>(
  from: DatabaseSource,
  connection: Connection,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const now: TransactionState = {
    effects: [],
    proof: undefined,
    has_last_step: false,
    failure: undefined,
    is_over: false,
    committed: undefined,
    pipelineCommit: () => connection.beforeSend(() => void commit().catch(() => {})),
  };
  const ask: RunStatement = (sql, is_plain) => {
    if (now.is_over) return Promise.reject(new Error('The transaction has ended'));
    const answer = runOnConnection(connection, sql, is_plain);
    answer.catch((error: unknown) => (now.failure ??= error));
    return answer;
  };
  const begun = connection.runUnprepared(connection.begin);
  begun.catch((error: unknown) => (now.failure ??= error));
  const commit = () => {
    now.is_over = true;
    return (now.committed ??= traceStatement('commit', () => connection.runUnprepared('commit')));
  };
  const tx: Transaction = Object.assign(createQueryable(from, ask), { [transactionState]: now });
  try {
    const result = await work(tx);
    await begun;
    // The server answers COMMIT of a failed transaction with a silent rollback.
    if (now.failure !== undefined) throw now.failure;
    await commit();
    return result;
  } catch (caught) {
    // Statements after a failed one only report 25P02, so the first error is thrown instead.
    const error = errorCode(caught) === TRANSACTION_FAILED ? (now.failure ?? caught) : caught;
    now.is_over = true;
    markRetrySafeIfTransient(error, now.committed !== undefined);
    await (now.committed ?? connection.runUnprepared('rollback')).catch(() => connection.kill());
    throw error;
  }
}
