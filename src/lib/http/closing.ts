import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Closing waits only for running requests. Node would also wait for idle connections, which browsers and
 * balancers open ahead, and stops closing slow ones.
 */
export function endConnectionsOnClose(server: FastifyInstance, finish_timeout_ms: number): void {
  /** A pipelined response never closes when its connection ends before its turn, so the connection holds it. */
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
    // A request that has arrived is read first.
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

/** Aborted when the client of a request has left, or the server begins to close. */
export function leavingSignal(server: FastifyInstance, response: ServerResponse): AbortSignal {
  const closing = leavings.get(server);
  const either = new AbortController();
  const leave = () => either.abort();
  if (closing?.aborted || response.destroyed) {
    leave();
    return either.signal;
  }
  response.once('close', () => {
    leave();
    closing?.removeEventListener('abort', leave);
  });
  closing?.addEventListener('abort', leave);
  return either.signal;
}

/** From now on each answer says that its connection ends with it. */
export function drainConnections(server: FastifyInstance): void {
  drains.get(server)?.();
}
