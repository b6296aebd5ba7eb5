import { hash } from 'node:crypto';
import type { types, Client, CustomTypesConfig, QueryResult } from 'pg';
import type { Rows } from './statement.ts';
import { columnParserOf, toWireFormat, type Value } from './values.ts';

export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * Returns the name of a prepared statement: a hash of its text, so that the name is the same on every connection, also
 * behind a pooler.
 */
export function preparedName(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Parsers for the columns of result rows. */
export const COLUMN_PARSERS: CustomTypesConfig = {
  getTypeParser: ((oid: number) => columnParserOf(oid)) as typeof types.getTypeParser,
};

export type StatementCall = { text: string; values: readonly Value[]; name: string | undefined };

type WireCall = { text: string; values: (string | Buffer | null)[]; name: string | undefined };

/** Converts the values to their wire format; throws for a value that cannot be sent. */
export function encodeCall({ text, values, name }: StatementCall): WireCall {
  return { text, values: values.map(toWireFormat), name };
}

/** Sends a statement. Results arrive in the order of the statements. */
export function execute(
  client: Client,
  call: WireCall,
  done: (error: Error | undefined, rows: Rows<object[]>) => void,
): void {
  client.query<Record<string, unknown>>(call, (error: Error | null, result) => {
    if (error) done(knownError(error), NO_ROWS);
    else done(undefined, rowsOf(result));
  });
}

const NO_ROWS: Rows<object[]> = Object.assign([], { count: 0 });

/** Several statements have several results; the rows of the last one are returned. */
function rowsOf(result: QueryResult | QueryResult[]): Rows<object[]> {
  const last = Array.isArray(result) ? result.at(-1) : result;
  return Object.assign((last?.rows ?? []) as object[], { count: last?.rowCount ?? 0 });
}

/** Hides `detail` from the log, because it contains values of rows. */
function knownError(error: Error): Error {
  if ('detail' in error) Object.defineProperty(error, 'detail', { enumerable: false });
  return 'code' in error ? error : new ConnectionLost(error.message);
}
