import { traceStatement } from './tracing.ts';
import { markIfTransient } from '../retrySafety.ts';
import type { Connection } from './connection.ts';
import { errorCode } from './failures.ts';
import type { Pool } from './pool.ts';
import {
  compose,
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

/** Identifies one `connect()`: its transactions and all wrappers of its database have the same object. */
export type DatabaseSource = {
  pool: Pool;
  /** True if the rows of accounts are spread over several servers. */
  are_rows_sharded: boolean;
};
export const source = Symbol('source');

/** An object for each `connect()`, for code that gets only a database or one of its transactions. */
export function perDatabase<Kept extends object>(make: () => Kept): (db: Queryable) => Kept {
  const made = new WeakMap<DatabaseSource, Kept>();
  return (db) => {
    const kept = made.get(db[source]) ?? make();
    made.set(db[source], kept);
    return kept;
  };
}

/** Runs statements, inside or outside a transaction. */
export type Queryable = {
  readonly [source]: DatabaseSource;
  /** A statement, or a part of one: it runs when it is awaited. */
  <T extends readonly (object | undefined)[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Query<Rows<T>>;
  /** Rows to insert, columns to set, a list to be in, or the name of a column. */
  (content: Columns | readonly unknown[] | string): StatementPart;
  /** Text as it is: one statement with its values behind $1, $2 …, or as many without as it holds. */
  unsafe<T extends readonly (object | undefined)[] = Row[]>(
    text: string,
    values?: readonly Value[],
  ): Query<Rows<T>>;
  json(value: unknown): JsonValue;
};

/** Runs statements that take effect together. */
export type Transaction = Queryable & { readonly [state]: TransactionState };

/** Looks for a row that only this transaction writes. Work that commits along returns its result in place of true. */
export type CommitProof = (tx: Transaction) => Promise<unknown>;

export type TransactionState = {
  /** Run after the commit. */
  effects: (() => void)[];
  proof: { find: CommitProof; is_of_try: boolean } | undefined;
  /** Another step follows the work. */
  has_last_step: boolean;
  /** The first statement that failed. */
  failure: unknown;
  is_over: boolean;
  /** The answer to COMMIT, once it is asked. */
  committed: Promise<unknown> | undefined;
  /** Sends COMMIT in the write that takes the statements of this turn along. */
  pipelineCommit(): void;
};
export const state = Symbol('state');

/** Plainly: without values, and as many statements as the text holds. */
export type Ask = (sql: Sql, is_plain: boolean) => Promise<Rows<object[]>>;
export function createQueryable(from: DatabaseSource, ask: Ask): Queryable {
  const query = (first: TemplateStringsArray | StatementPart['content'], ...values: unknown[]) =>
    isTemplate(first)
      ? new Statement(compose(first, values), (sql) => ask(sql, false))
      : new StatementPart(first);
  return Object.assign(query, {
    [source]: from,
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
    is_plain ? connection.askPlainly(sql.text) : connection.ask(sql.text, sql.values as Value[]),
  );
}

/** Outside of a transaction, or in one of its own where only a transaction has our settings. */
export function runStandalone(connection: Connection, sql: Sql, is_plain: boolean): Promise<Rows<object[]>> {
  if (!connection.is_shared) return runOnConnection(connection, sql, is_plain);
  const begun = connection.askPlainly(connection.begin);
  const answer = runOnConnection(connection, sql, is_plain);
  return allOrFirstFailure([begun, answer, connection.askPlainly('commit')]).then(() => answer);
}

/** Waits for all, then fails as the first of them did. */
async function allOrFirstFailure(asked: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(asked)) if (one.status === 'rejected') throw one.reason;
}

/** A connection of a caller alone; only it can copy. */
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

/** The first statement leaves together with BEGIN; whether that went well is asked before COMMIT. */
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
  const ask: Ask = (sql, is_plain) => {
    if (now.is_over) return Promise.reject(new Error('The transaction is over'));
    const answer = runOnConnection(connection, sql, is_plain);
    answer.catch((error: unknown) => (now.failure ??= error));
    return answer;
  };
  const begun = connection.askPlainly(connection.begin);
  begun.catch((error: unknown) => (now.failure ??= error));
  const commit = () => {
    now.is_over = true;
    return (now.committed ??= traceStatement('commit', () => connection.askPlainly('commit')));
  };
  const tx: Transaction = Object.assign(createQueryable(from, ask), { [state]: now });
  try {
    const result = await work(tx);
    await begun;
    // COMMIT of a failed transaction rolls back silently.
    if (now.failure !== undefined) throw now.failure;
    await commit();
    return result;
  } catch (caught) {
    // Statements behind one that failed only say that the transaction did.
    const error = errorCode(caught) === TRANSACTION_FAILED ? (now.failure ?? caught) : caught;
    now.is_over = true;
    markIfTransient(error, now.committed !== undefined);
    await (now.committed ?? connection.askPlainly('rollback')).catch(() => connection.kill());
    throw error;
  }
}
