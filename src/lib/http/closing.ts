import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closing waits only for running requests. Node would also wait for idle connections, which browsers and
 * balancers open ahead, and stops closing slow ones.
 */
export function endConnectionsOnClose(server: FastifyInstance, finish_within_ms: number): void {
  const running = new Map<Socket, number>();
  let closing = false;
  const endIfIdle = (socket: Socket) => {
    if (closing && running.get(socket) === 0) socket.destroySoon();
  };
  const count = (socket: Socket, by: 1 | -1) => {
    const now = running.get(socket);
    if (now !== undefined) running.set(socket, now + by);
    endIfIdle(socket);
  };

  server.server.on('connection', (socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
    endIfIdle(socket);
  });
  server.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  server.addHook('preClose', async () => {
    closing = true;
    for (const socket of running.keys()) endIfIdle(socket);
    const timer = setTimeout(() => {
      for (const socket of running.keys()) socket.destroy();
    }, finish_within_ms);
    server.server.once('close', () => clearTimeout(timer));
  });
}
