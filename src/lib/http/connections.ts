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

/** Bounds the connections of all, and those of each address that is not exempt: what is above is closed at once. */
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

/** Whether a connection was sent so many requests at once that nothing but harm can be meant; it ends then. */
export function watchPipelines(server: Server): (request: IncomingMessage) => boolean {
  const waiting = new WeakMap<Socket, number>();
  const count = (socket: Socket, by: 1 | -1) => waiting.set(socket, (waiting.get(socket) ?? 0) + by);
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return ({ socket }) => {
    if ((waiting.get(socket) ?? 0) <= MOST_PIPELINED) return false;
    socket.destroy();
    return true;
  };
}
