import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Makes `server.close()` wait only for running requests. Node would also wait for idle connections, which browsers and
 * load balancers open in advance, and would stop enforcing timeouts for slow ones.
 */
export function endConnectionsOnClose(server: FastifyInstance, finish_timeout_ms: number): void {
  /**
   * The unfinished responses of each open connection. They are stored per connection, because a pipelined response
   * emits no `close` if its connection ends before its turn.
   */
  const running = new Map<Socket, Set<ServerResponse>>();
  let draining = false;
  let closing = false;
  const endIfIdle = (socket: Socket) => {
    if (closing && running.get(socket)?.size === 0) socket.destroySoon();
  };

  server.server.on('connection', (socket) => {
    running.set(socket, new Set());
    socket.once('close', () => running.delete(socket));
    endIfIdle(socket);
  });
  server.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    running.get(socket)?.add(response);
    if (draining) response.shouldKeepAlive = false;
    response.once('close', () => {
      running.get(socket)?.delete(response);
      endIfIdle(socket);
    });
  });
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  leavings.set(server, leaving.signal);
  drains.set(server, () => {
    draining = true;
    leaving.abort();
    for (const responses of running.values())
      for (const response of responses) response.shouldKeepAlive = false;
  });
  server.addHook('preClose', async () => {
    leaving.abort();
    // During two turns of the event loop, the server reads requests that have already arrived.
    await nextTurn();
    await nextTurn();
    closing = true;
    for (const socket of running.keys()) endIfIdle(socket);
    const timer = setTimeout(() => {
      for (const socket of running.keys()) socket.destroy();
    }, finish_timeout_ms);
    server.server.once('close', () => clearTimeout(timer));
  });
}

const drains = new WeakMap<FastifyInstance, () => void>();
const leavings = new WeakMap<FastifyInstance, AbortSignal>();

/** Returns a signal that is aborted when the client disconnects or the server begins to close. */
export function disconnectSignal(server: FastifyInstance, response: ServerResponse): AbortSignal {
  const closing = leavings.get(server);
  const either = new AbortController();
  const abort = () => either.abort();
  if (closing?.aborted || response.destroyed) {
    abort();
    return either.signal;
  }
  response.once('close', () => {
    abort();
    closing?.removeEventListener('abort', abort);
  });
  closing?.addEventListener('abort', abort);
  return either.signal;
}

/** Adds `Connection: close` to all responses from now on, so that clients reconnect to another process. */
export function drainConnections(server: FastifyInstance): void {
  drains.get(server)?.();
}
