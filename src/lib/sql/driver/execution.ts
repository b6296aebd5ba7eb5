import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Query, type Connection as PgConnection, type Submittable } from 'pg';
import type { Rows } from './statement.ts';
import { readerOf, toWire, typeOf, type Value } from './values.ts';

export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** The driver's connection, with what its types leave out and statements use. */
export type Wire = PgConnection & {
  stream: Socket;
  /** By name, the statements that the server has, and those that were sent to it. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string; types: number[] }): void;
  bind(message: { statement: string; values: (string | Buffer | null)[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  execute(message: object): void;
  sendCopyFromChunk(block: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** A statement has the same name on each connection, a hash of its text. */
export function preparedName(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** A statement that the server forgets with the next one. */
export const UNNAMED = '';

type Column = { name: string; read: (text: string) => unknown };
/** Row descriptions by statement name. */
export type Descriptions = Map<string, readonly Column[]>;
export type Call = { text: string; values: readonly Value[]; name: string | undefined };
type Done = (error: Error | undefined, rows: Rows<object[]>) => void;

/** One statement on its way. A prepared one is described once and then only bound. */
export class StatementExecution implements Submittable {
  /** The driver keeps what was parsed under these two. */
  readonly name: string | undefined;
  readonly text: string;
  readonly #call: Call;
  readonly #sent: (string | Buffer | null)[];
  readonly #descriptions: Descriptions;
  readonly #done: Done;
  readonly #rows: Rows<object[]> = Object.assign([], { count: 0 });
  #columns: readonly Column[] | undefined;

  constructor(call: Call, descriptions: Descriptions, done: Done) {
    this.name = call.name;
    this.text = call.text;
    this.#call = call;
    this.#sent = call.values.map(toWire);
    this.#descriptions = descriptions;
    this.#done = done;
  }

  submit(connection: PgConnection): null {
    const wire = connection as Wire;
    const { text, values, name } = this.#call;
    if (name === undefined) {
      wire.query(text);
      return null;
    }
    if (!isPrepared(wire, name)) {
      if (name !== UNNAMED) wire.submittedNamedStatements[name] = text;
      wire.parse({ name, text, types: values.map(typeOf) });
      wire.describe({ type: 'S', name });
    }
    wire.bind({ statement: name, values: this.#sent });
    wire.execute({});
    wire.sync();
    return null;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }));
    if (this.#call.name === undefined) this.#rows.length = 0;
    else if (this.#call.name !== UNNAMED) this.#descriptions.set(this.#call.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#columns ??= this.#descriptions.get(this.#call.name ?? '') ?? [];
    const row: Record<string, unknown> = {};
    for (let at = 0; at < this.#columns.length; at++) {
      const { name, read } = this.#columns[at] as Column;
      const text = fields[at];
      row[name] = typeof text === 'string' ? read(text) : null;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows.count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleEmptyQuery(): void {
    // An empty statement has no answer.
  }

  handleReadyForQuery(): void {
    this.#done(undefined, this.#rows);
  }

  handleError(error: Error): void {
    hideDetail(error);
    this.#done('code' in error ? error : new ConnectionLost(error.message), this.#rows);
  }
}

function isPrepared({ parsedStatements, submittedNamedStatements }: Wire, name: string): boolean {
  return name !== UNNAMED && (name in parsedStatements || name in submittedNamedStatements);
}

// The driver pipelines only what is a query of its own; making one copies its whole configuration.
Object.setPrototypeOf(StatementExecution.prototype, Query.prototype);

/** The detail holds values of rows, so it is hidden from the log. */
function hideDetail(error: Error): void {
  if ('detail' in error) Object.defineProperty(error, 'detail', { enumerable: false });
}
