import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { Query, type Client, type Connection as PgConnection } from 'pg';
import { ConnectionLost } from './execution.ts';

/** Yields COPY rows in text format, in blocks that can end inside a row. Returns the number of rows. */
export type CopiedRows = AsyncGenerator<Buffer, number>;

const BLOCK_BYTES = 256 * 1024;
const MOST_BLOCKS = 4;

/**
 * Runs `copy … to stdout` and yields its data. Backpressure: the socket is paused while MOST_BLOCKS blocks wait for the
 * caller.
 */
export async function* copyOut(client: Client, text: string): CopiedRows {
  const { stream } = client.connection;
  const copy = client.query(new CopyOut(stream, text));
  try {
    for (let block = await copy.next(); block; block = await copy.next()) yield block;
    return copy.count;
  } finally {
    // The unread rest of the COPY data would be mistaken for the next result.
    if (!copy.is_over) stream.destroy();
  }
}

/**
 * Runs `copy … from stdin` with the rows and returns their number. The text must be a single statement, because the
 * extended query protocol rejects several.
 */
export async function copyIn(client: Client, text: string, rows: AsyncIterable<Uint8Array>): Promise<number> {
  const { connection } = client;
  const copy = client.query(new CopyIn(text));
  await copy.begun;
  try {
    for await (const block of rows) {
      if (copy.is_over) break;
      await sendBlock(connection.stream, block, copy.ended);
    }
  } catch (error) {
    connection.stream.write(messageOf(COPY_FAIL, Buffer.from('the rows cannot be read\0')));
    await copy.ended.catch(() => undefined);
    throw error;
  }
  if (!copy.is_over) copy.finish(connection);
  return copy.ended;
}

async function sendBlock(stream: Duplex, block: Uint8Array, ended: Promise<unknown>): Promise<void> {
  if (stream.write(messageOf(COPY_DATA, block))) return;
  const waiting = new AbortController();
  const drained = once(stream, 'drain', waiting);
  drained.catch(() => undefined);
  await Promise.race([drained, ended]).finally(() => waiting.abort());
}

/** Message types of the protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const COPY_DATA = 'd';
const COPY_DONE = 'c';
const COPY_FAIL = 'f';

function messageOf(type: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/**
 * `pg` calls the `handle…` methods of the active query; its type declarations do not contain them. In pipeline mode
 * `pg` accepts only subclasses of its own `Query`.
 */
abstract class Copy extends Query {
  count = 0;
  is_over = false;

  handleCommandComplete({ text }: { text: string }): void {
    this.count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
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
  readonly #stream: Duplex;
  readonly #blocks: Buffer[] = [];
  #pieces: Buffer[] = [];
  #bytes = 0;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: Duplex, text: string) {
    super(text);
    this.#stream = stream;
  }

  async next(): Promise<Buffer | undefined> {
    while (this.#blocks.length === 0 && !this.is_over) await new Promise<void>((wake) => (this.#wake = wake));
    if (this.#failure) throw this.#failure;
    const block = this.#blocks.shift();
    if (this.#blocks.length < MOST_BLOCKS) this.#stream.resume();
    return block;
  }

  /** Copies the chunk, because `pg` reuses its buffer. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#pieces.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes >= BLOCK_BYTES) this.#finishBlock();
  }

  protected end(error?: Error): void {
    this.#finishBlock();
    this.#failure = error;
    this.is_over = true;
    this.#stream.resume();
    this.#wake?.();
  }

  #finishBlock(): void {
    if (this.#bytes > 0) this.#blocks.push(Buffer.concat(this.#pieces, this.#bytes));
    this.#pieces = [];
    this.#bytes = 0;
    if (this.#blocks.length >= MOST_BLOCKS) this.#stream.pause();
    this.#wake?.();
  }
}

class CopyIn extends Copy {
  readonly #text: string;
  #awaits_sync = false;
  readonly #begun = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<number>();
  readonly begun = this.#begun.promise;
  readonly ended = this.#ended.promise;

  constructor(text: string) {
    super(text);
    this.#text = text;
    this.ended.catch(() => undefined);
  }

  override submit = (connection: PgConnection): void => {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.bind({}, true);
    connection.execute({}, true);
    // This Sync ends the exchange if the server rejects the statement. During COPY IN the server ignores it.
    connection.sync();
  };

  handleCopyInResponse(): void {
    this.#awaits_sync = true;
    this.#begun.resolve();
  }

  finish(connection: PgConnection): void {
    connection.stream.write(messageOf(COPY_DONE));
    this.#sync(connection);
  }

  override handleError(error: Error, connection?: PgConnection): void {
    if (connection) this.#sync(connection);
    super.handleError(error);
  }

  /** Sends Sync at most once after the COPY data, because the server answers every Sync with ReadyForQuery. */
  #sync(connection: PgConnection): void {
    if (this.#awaits_sync) connection.sync();
    this.#awaits_sync = false;
  }

  protected end(error?: Error): void {
    this.is_over = true;
    if (!error) return this.#ended.resolve(this.count);
    this.#begun.reject(error);
    this.#ended.reject(error);
  }
}
