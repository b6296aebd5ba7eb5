import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getBuiltinModule } from 'node:process';

/** How much of a request is still read once it is answered. */
const MOST_DISCARDED_BYTES = 64 * 1024 * 1024;
const MOST_DISCARDING_MS = 10_000;
const MOST_SILENCE_MS = 2_000;

const discarding = new WeakSet<Socket>();

/** An import reads all names that the module has, which loads Node's own fetch for good: 13 MB. */
const http = getBuiltinModule('node:http');

/**
 * An answer that reports when it is written, and that keeps the connection open under a client that is still
 * sending, since many read only afterwards. The rest of the request is read and discarded.
 */
export class Reply<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {
  #waiting: (() => void)[] = [];
  #parked_ms: number | undefined;
  #waited_ms = 0;

  constructor(...given: ConstructorParameters<typeof http.ServerResponse<Request>>) {
    super(...given);
    this.once('close', () => this.#begin());
  }

  override writeHead(status: number, ...head: unknown[]): this {
    super.writeHead(status, ...(head as [never]));
    this.#begin();
    return this;
  }

  whenAnswered(act: () => void): void {
    this.#waiting.push(act);
  }

  /** From now on the request only waits for something to happen, which is no work. */
  park(): void {
    this.#parked_ms ??= performance.now();
    this.#tell();
  }

  /** How long the request was parked. */
  get waited_ms(): number {
    return this.#waited_ms;
  }

  /** The answer begins, or nothing reads it any more. */
  #begin(): void {
    if (this.#parked_ms !== undefined) this.#waited_ms = performance.now() - this.#parked_ms;
    this.#parked_ms = undefined;
    this.#tell();
  }

  #tell(): void {
    for (const act of this.#waiting.splice(0)) act();
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    if (!isStillSent(this.req)) return super.end(chunk as never, encoding as never, done as never);
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) this.write(chunk);
    else this.flushHeaders();
    void discardRest(this.req).then((is_whole) => {
      super.end();
      if (!is_whole) this.req.socket.destroySoon();
    });
    return this;
  }
}

/** Runs once when the answer is made and only waits for the client, or when the request is parked before. */
export function whenAnswered(response: ServerResponse, act: () => void): void {
  if (response instanceof Reply) response.whenAnswered(act);
  else response.once('close', act);
}

export function park(response: ServerResponse): void {
  if (response instanceof Reply) response.park();
}

/** How long a request was worked on. */
export function handlingMs({ raw, elapsedTime }: { raw: ServerResponse; elapsedTime: number }): number {
  return raw instanceof Reply ? Math.max(0, elapsedTime - raw.waited_ms) : elapsedTime;
}

/** True if the request was answered and the rest of its body is being discarded. */
export function isDiscarding(socket: Socket): boolean {
  return discarding.has(socket);
}

function isStillSent({ complete, destroyed, headers }: IncomingMessage): boolean {
  const has_body = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return has_body && !complete && !destroyed;
}

/** False when too much was sent or it took too long. */
function discardRest(request: IncomingMessage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const late = setTimeout(resolve, MOST_DISCARDING_MS, false);
  const silence = setTimeout(resolve, MOST_SILENCE_MS, false);
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    silence.refresh();
    if (bytes > MOST_DISCARDED_BYTES) resolve(false);
  };
  discarding.add(request.socket);
  request.on('data', count).once('close', () => resolve(request.complete));
  request.resume();
  return promise.finally(() => {
    clearTimeout(late);
    clearTimeout(silence);
    request.off('data', count);
    discarding.delete(request.socket);
  });
}
