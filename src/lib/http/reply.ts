import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getBuiltinModule } from 'node:process';

/** Limits for discarding the rest of a request body after the response was sent. */
const MOST_DISCARDED_BYTES = 64 * 1024 * 1024;
const MOST_DISCARDING_MS = 10_000;
const MOST_SILENCE_MS = 2_000;

const discarding = new WeakSet<Socket>();

/**
 * `getBuiltinModule` instead of an import: importing `node:http` reads all its members, which permanently loads Node's
 * fetch (13 MB).
 */
const http = getBuiltinModule('node:http');

/**
 * A response that reports when it begins. If the client is still sending its body, the connection stays open until the
 * rest was read and discarded, because many clients read the response only after they have sent everything.
 */
export class Reply<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {
  #callbacks: (() => void)[] = [];
  #waiting_since_ms: number | undefined;
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
    this.#callbacks.push(act);
  }

  /** Marks the request as waiting for an event, so that it no longer counts as load. */
  startWaiting(): void {
    this.#waiting_since_ms ??= performance.now();
    this.#runCallbacks();
  }

  /** Time that the request spent waiting for an event. */
  get waited_ms(): number {
    return this.#waited_ms;
  }

  /** Called when the response begins or the connection closes. */
  #begin(): void {
    if (this.#waiting_since_ms !== undefined) this.#waited_ms = performance.now() - this.#waiting_since_ms;
    this.#waiting_since_ms = undefined;
    this.#runCallbacks();
  }

  #runCallbacks(): void {
    for (const act of this.#callbacks.splice(0)) act();
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

/** Calls `act` once: when the response begins, the request starts to wait for an event, or the connection closes. */
export function whenAnswered(response: ServerResponse, act: () => void): void {
  if (response instanceof Reply) response.whenAnswered(act);
  else response.once('close', act);
}

export function startWaiting(response: ServerResponse): void {
  if (response instanceof Reply) response.startWaiting();
}

/** Returns the time that the request was processed, without the time it waited for an event. */
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

/** Reads and discards the rest of the body. Resolves to false if it is too large or takes too long. */
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
