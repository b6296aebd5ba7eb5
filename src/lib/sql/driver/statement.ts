import { bulk, empty, join, raw, Sql } from 'sql-template-tag';
import { sqlCastOf } from './values.ts';

/** A row to insert or the columns to set. The SQL keyword before the placeholder decides which. */
export type Columns = Readonly<Record<string, unknown>>;

/** A fragment that a template inserts as SQL text instead of as a parameter. */
export class StatementPart {
  readonly content: Columns | readonly unknown[] | string;

  constructor(content: StatementPart['content']) {
    this.content = content;
  }
}

/** The result of a statement: its rows and their count. */
export type Rows<T> = T & { count: number };

export type Row = Record<string, unknown>;

/** A part of an SQL statement, or a whole statement. */
export type Fragment = { readonly sql: Sql };

/** The type of a statement that callers see: a promise that can also be a fragment of another statement. */
export interface Query<T> extends Promise<T>, Fragment {}

/**
 * A lazy statement: it runs when it is awaited; until then it can become a fragment of another statement. It is not a
 * subclass of Promise, because V8 would keep such a promise and its rows alive through every minor garbage collection.
 */
export class Statement<T> implements PromiseLike<T> {
  readonly sql: Sql;
  readonly #ask: (sql: Sql) => Promise<T>;
  #answer: Promise<T> | undefined;

  constructor(sql: Sql, ask: (sql: Sql) => Promise<T>) {
    this.sql = sql;
    this.#ask = ask;
  }

  then<A = T, B = never>(
    resolved?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return (this.#answer ??= this.#ask(this.sql)).then(resolved, rejected);
  }

  catch<B>(rejected: (reason: unknown) => B | PromiseLike<B>): Promise<T | B> {
    return this.then(undefined, rejected);
  }

  finally(settled: () => void): Promise<T> {
    return (this.#answer ??= this.#ask(this.sql)).finally(settled);
  }
}

/** Replaces the values of a template: fragments become SQL text, all other values become parameters. */
export function composeSql(strings: readonly string[], values: readonly unknown[]): Sql {
  return new Sql(
    strings,
    values.map((value, at) => composeValue(value, strings[at] ?? '')),
  );
}

/** Composes a statement from a text with $1, $2 … and its values. */
export function withValues(text: string, values: readonly unknown[]): Sql {
  if (values.length === 0) return raw(text);
  const pieces = text.split(/\$(\d+)/);
  const strings = pieces.filter((_, at) => at % 2 === 0);
  const numbers = pieces.filter((_, at) => at % 2 === 1).map(Number);
  return new Sql(
    strings,
    numbers.map((number) => typed(defined(values[number - 1], `$${number}`))),
  );
}

function composeValue(value: unknown, before: string): unknown {
  if (value instanceof Statement) return value.sql;
  if (value instanceof StatementPart) return composePart(value.content, before);
  if (Array.isArray(value) && value[0] instanceof Statement) return join(value.map(sqlOf), ' ');
  if (value === undefined) throw new TypeError(`undefined value after: ${before.trim().slice(-80)}`);
  return typed(value);
}

function sqlOf(part: Fragment): Sql {
  return part.sql;
}

function composePart(content: StatementPart['content'], before: string): Sql {
  if (typeof content === 'string') return raw(content.split('.').map(quoted).join('.'));
  if (isColumns(content)) return /\bset\s*$/i.test(before) ? assignments(content) : insertion([content]);
  if (/\bin\s*$/i.test(before))
    return content.length === 0 ? raw('(null)') : join(content.map(defined), ',', '(', ')');
  return insertion(content.filter(isRow));
}

function insertion(rows: readonly Columns[]): Sql {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => names.map((name) => defined(row[name], name)));
  return bulk(values, ',', `(${names.map(quoted).join(',')}) values `);
}

function assignments(columns: Columns): Sql {
  const names = Object.keys(columns);
  if (names.length === 0) return empty;
  const strings = names.map((name, at) => `${at === 0 ? '' : ','}${quoted(name)}=`);
  return new Sql(
    [...strings, ''],
    names.map((name) => defined(columns[name], name)),
  );
}

/** Throws for undefined, which could mean null or an absent member. */
function defined(value: unknown, name: unknown): unknown {
  if (value === undefined) throw new TypeError(`undefined value for ${String(name)}`);
  return value instanceof Statement ? value.sql : value;
}

/**
 * Adds a cast for values with a known SQL type. The server infers the types of all others, such as strings and numbers,
 * for example from the column.
 */
function typed(value: unknown): unknown {
  const cast = sqlCastOf(value);
  return cast === undefined ? value : new Sql(['', cast], [value]);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function isColumns(content: Exclude<StatementPart['content'], string>): content is Columns {
  return !Array.isArray(content);
}

function isRow(value: unknown): value is Columns {
  return typeof value === 'object' && value !== null;
}

export type { Sql };
