import { traceStatement } from '../process/tracing/statements.ts';
import { noteIfTransient } from './away.ts';
import type { Connection } from './connection.ts';
import { errorCode } from './failures.ts';
import {
  compose,
  Part,
  Statement,
  withValues,
  type Columns,
  type Query,
  type Row,
  type Rows,
  type Sql,
} from './statement.ts';
import { JsonValue, type Value } from './values.ts';

/** What a query needs when it does not care whether it runs inside a transaction. */
export type Queryable = {
  /** A statement, or a part of one: it runs when it is awaited. */
  <T extends readonly (object | undefined)[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Query<Rows<T>>;
  /** Rows to insert, columns to set, a list to be in, or the name of a column. */
  (content: Columns | readonly unknown[] | string): Part;
  /** Text as it is: one statement with its values behind $1, $2 …, or as many without as it holds. */
  unsafe<T extends readonly (object | undefined)[] = Row[]>(
    text: string,
    values?: readonly Value[],
  ): Query<Rows<T>>;
  json(value: unknown): JsonValue;
};

/** Its statements take effect together. */
export type Transaction = Queryable & { readonly [in_transaction]: true };
declare const in_transaction: unique symbol;

/** Plainly: without values, and as many statements as the text holds. */
export type Ask = (sql: Sql, is_plain: boolean) => Promise<Rows<object[]>>;
export function queryableOver(ask: Ask): Queryable {
  const query = (first: TemplateStringsArray | Part['content'], ...values: unknown[]) =>
    isTemplate(first) ? new Statement(compose(first, values), (sql) => ask(sql, false)) : new Part(first);
  return Object.assign(query, {
    unsafe: (text: string, values?: readonly Value[]) =>
      new Statement(withValues(text, values ?? []), (sql) => ask(sql, values === undefined)),
    json: (value: unknown) => new JsonValue(value),
  }) as unknown as Queryable;
}

function isTemplate(first: TemplateStringsArray | Part['content']): first is TemplateStringsArray {
  return Array.isArray(first) && 'raw' in first;
}

function askOn(connection: Connection, sql: Sql, is_plain: boolean): Promise<Rows<object[]>> {
  return traceStatement(sql.text, () =>
    is_plain ? connection.askPlainly(sql.text) : connection.ask(sql.text, sql.values as Value[]),
  );
}

/** Outside of a transaction, or in one of its own where only a transaction has our settings. */
export function askAlone(connection: Connection, sql: Sql, is_plain: boolean): Promise<Rows<object[]>> {
  if (!connection.is_shared) return askOn(connection, sql, is_plain);
  const begun = connection.askPlainly(connection.begin);
  const answer = askOn(connection, sql, is_plain);
  return allTogether([begun, answer, connection.askPlainly('commit')]).then(() => answer);
}

/** Waits for all, then fails as the first of them did. */
async function allTogether(asked: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(asked)) if (one.status === 'rejected') throw one.reason;
}

/** A connection of a caller alone; only it can copy. */
export type Reserved = Queryable & Pick<Connection, 'copyOut' | 'copyIn'> & { release(): void };

export function reservedOver(connection: Connection, release: () => void): Reserved {
  return Object.assign(
    queryableOver((sql, is_plain) => askOn(connection, sql, is_plain)),
    {
      copyOut: (text: string) => connection.copyOut(text),
      copyIn: (text: string, rows: AsyncIterable<Uint8Array>) => connection.copyIn(text, rows),
      release,
    },
  );
}

const TRANSACTION_FAILED = '25P02';

type State = { failure?: unknown; is_over: boolean; committed?: Promise<unknown> };

/** The first statement leaves together with BEGIN; whether that went well is asked before COMMIT. */
export async function runTransaction<T>(
  connection: Connection,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const state: State = { is_over: false };
  const ask: Ask = (sql, is_plain) => {
    if (state.is_over) return Promise.reject(new Error('The transaction is over'));
    const answer = askOn(connection, sql, is_plain);
    answer.catch((error: unknown) => (state.failure ??= error));
    return answer;
  };
  const begun = connection.askPlainly(connection.begin);
  begun.catch((error: unknown) => (state.failure ??= error));
  const commit = () => {
    state.is_over = true;
    return (state.committed ??= traceStatement('commit', () => connection.askPlainly('commit')));
  };
  const tx = queryableOver(ask) as Transaction;
  earlyCommits.set(tx, () => connection.beforeSend(() => void commit().catch(() => {})));
  try {
    const result = await work(tx);
    await begun;
    // COMMIT of a failed transaction rolls back silently.
    if (state.failure !== undefined) throw state.failure;
    await commit();
    return result;
  } catch (caught) {
    // Statements behind one that failed only say that the transaction did.
    const error = errorCode(caught) === TRANSACTION_FAILED ? (state.failure ?? caught) : caught;
    state.is_over = true;
    noteIfTransient(error, state.committed !== undefined);
    await (state.committed ?? connection.askPlainly('rollback')).catch(() => connection.kill());
    throw error;
  }
}

const earlyCommits = new WeakMap<Transaction, () => void>();

/** Sends COMMIT in the write that takes the statements of this turn along. */
export function sendCommit(tx: Transaction): void {
  earlyCommits.get(tx)?.();
}
