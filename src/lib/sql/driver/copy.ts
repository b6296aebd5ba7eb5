import { once } from 'node:events';
import { Query, type Connection as PgConnection, type Submittable } from 'pg';
import { ConnectionLost, UNNAMED, type Wire } from './execution.ts';

/** Rows in the text format of COPY, in blocks that end anywhere, and their number behind the last. */
export type CopiedRows = AsyncGenerator<Buffer, number>;

const BLOCK_BYTES = 256 * 1024;
const MOST_BLOCKS = 4;

type Sending = (copy: Submittable) => void;

/** The rows that `copy … to stdout` gives; the connection waits while they are not read. */
export async function* copyOut(wire: Wire, send: Sending, text: string): CopiedRows {
  const copy = new CopyOut(wire, text);
  send(copy);
  try {
    for (let block = await copy.next(); block; block = await copy.next()) yield block;
    return copy.rows;
  } finally {
    // The rest of an unread copy cannot be told from the next answer.
    if (!copy.is_over) wire.stream.destroy();
  }
}

/**
 * Gives rows to `copy … from stdin`, and returns how many they were. The text is one statement: the server refuses
 * several, as it does for every statement with values.
 */
export async function copyIn(
  wire: Wire,
  send: Sending,
  text: string,
  rows: AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = new CopyIn(text);
  send(copy);
  await copy.begun;
  try {
    for await (const block of rows) {
      if (copy.is_over) break;
      await sendBlock(wire, block, copy.ended);
    }
  } catch (error) {
    wire.sendCopyFail('the rows cannot be read');
    await copy.ended.catch(() => undefined);
    throw error;
  }
  if (!copy.is_over) copy.finish(wire);
  return copy.ended;
}

async function sendBlock(wire: Wire, block: Uint8Array, ended: Promise<unknown>): Promise<void> {
  wire.sendCopyFromChunk(block);
  if (!wire.stream.writableNeedDrain) return;
  const waiting = new AbortController();
  const drained = once(wire.stream, 'drain', waiting);
  drained.catch(() => undefined);
  await Promise.race([drained, ended]).finally(() => waiting.abort());
}

abstract class Copy implements Submittable {
  readonly name = undefined;
  readonly text: string;
  rows = 0;
  is_over = false;

  constructor(text: string) {
    this.text = text;
  }

  submit(connection: PgConnection): null {
    connection.query(this.text);
    return null;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleReadyForQuery(): void {
    this.end();
  }

  handleError(error: Error): void {
    this.end('code' in error ? error : new ConnectionLost(error.message));
  }

  protected abstract end(error?: Error): void;
}

class CopyOut extends Copy {
  readonly #wire: Wire;
  readonly #blocks: Buffer[] = [];
  #pieces: Buffer[] = [];
  #bytes = 0;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(wire: Wire, text: string) {
    super(text);
    this.#wire = wire;
  }

  async next(): Promise<Buffer | undefined> {
    while (this.#blocks.length === 0 && !this.is_over) await new Promise<void>((wake) => (this.#wake = wake));
    if (this.#failure) throw this.#failure;
    const block = this.#blocks.shift();
    if (this.#blocks.length < MOST_BLOCKS) this.#wire.stream.resume();
    return block;
  }

  /** The driver writes over what it gave. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#pieces.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes >= BLOCK_BYTES) this.#finishBlock();
  }

  protected end(error?: Error): void {
    this.#finishBlock();
    this.#failure = error;
    this.is_over = true;
    this.#wire.stream.resume();
    this.#wake?.();
  }

  #finishBlock(): void {
    if (this.#bytes > 0) this.#blocks.push(Buffer.concat(this.#pieces, this.#bytes));
    this.#pieces = [];
    this.#bytes = 0;
    if (this.#blocks.length >= MOST_BLOCKS) this.#wire.stream.pause();
    this.#wake?.();
  }
}

class CopyIn extends Copy {
  #awaits_sync = false;
  readonly #begun = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<number>();
  readonly begun = this.#begun.promise;
  readonly ended = this.#ended.promise;

  constructor(text: string) {
    super(text);
    this.ended.catch(() => undefined);
  }

  override submit(connection: PgConnection): null {
    const wire = connection as Wire;
    wire.parse({ name: UNNAMED, text: this.text, types: [] });
    wire.bind({ statement: UNNAMED, values: [] });
    wire.execute({});
    // Ends the statement if it is refused; once rows are awaited, the server ignores it.
    wire.sync();
    return null;
  }

  handleCopyInResponse(): void {
    this.#awaits_sync = true;
    this.#begun.resolve();
  }

  finish(wire: Wire): void {
    wire.endCopyFrom();
    this.#sync(wire);
  }

  override handleError(error: Error, connection?: PgConnection): void {
    if (connection) this.#sync(connection);
    super.handleError(error);
  }

  /** Once, since the server answers each. */
  #sync(connection: PgConnection): void {
    if (this.#awaits_sync) connection.sync();
    this.#awaits_sync = false;
  }

  protected end(error?: Error): void {
    this.is_over = true;
    if (!error) return this.#ended.resolve(this.rows);
    this.#begun.reject(error);
    this.#ended.reject(error);
  }
}

// The driver pipelines only what is a query of its own.
Object.setPrototypeOf(Copy.prototype, Query.prototype);
