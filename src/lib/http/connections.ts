import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../net/networkOf.ts';

export type ConnectionLimits = {
  max_connections: number;
  /** Of one address, or of one /64 of IPv6. */
  max_connections_per_address: number;
};

/** How many requests may wait on one connection for the answers before them. */
const MOST_PIPELINED = 32;

/** Limits connections in total and for each address that is not exempt; more are closed at once. */
export function boundConnections(
  server: Server,
  { max_connections, max_connections_per_address }: ConnectionLimits,
  isExempt: (address: string) => boolean,
): void {
  server.maxConnections = max_connections;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isExempt(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > max_connections_per_address) return void socket.destroy();
    open.set(network, count);
    socket.once('close', () => leave(open, network));
  });
}

function leave(open: Map<string, number>, network: string): void {
  const left = (open.get(network) ?? 1) - 1;
  if (left === 0) open.delete(network);
  else open.set(network, left);
}

type Asked = [request: IncomingMessage, response: ServerResponse];

/**
 * Answers the requests of a connection in order, so that a client that never reads costs one. Ends the
 * connection where too many wait.
 */
export function answerInTurn(server: Server): void {
  const [answer] = server.listeners('request') as [(...asked: Asked) => void];
  const waiting = new WeakMap<Socket, Asked[]>();
  const begin = (...[request, response]: Asked) => {
    response.once('close', () => takeNext(request.socket));
    answer(request, response);
  };
  const takeNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    // Lets other connections go first.
    if (next) setImmediate(begin, ...next);
    else waiting.delete(socket);
  };
  server.off('request', answer);
  server.on('request', (...asked: Asked) => {
    const { socket } = asked[0];
    const queue = waiting.get(socket);
    if (queue && queue.length >= MOST_PIPELINED) return void socket.destroy();
    if (queue) return void queue.push(asked);
    waiting.set(socket, []);
    return begin(...asked);
  });
}
