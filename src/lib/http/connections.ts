import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './networks.ts';

export type ConnectionLimits = {
  max_connections: number;
  /** The most open connections of one address, or of one /64 of IPv6. */
  max_connections_per_address: number;
};

/** How many requests may always wait on one connection for the answers before them. */
const FEW_PIPELINED = 32;
/** How many may wait on one connection while few wait on all of them together. */
const MOST_PIPELINED = 1_024;
const MOST_PIPELINED_IN_TOTAL = 8_192;

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

type Line = { waiting: Asked[]; is_full: boolean; atEnd?: () => void };

/** The requests of each connection that has a running one. */
const lines = new WeakMap<Socket, Line>();

/**
 * Answers the requests of a connection in order, so that a client that never reads costs one. Node parses all
 * requests of a packet at once, so they wait here. Where too many wait, `refuse` ends the connection. This is no
 * `Limiter`: the requests of a connection that has closed are not run, and its end is told once all are answered.
 */
export function answerInOrder(server: Server, refuse: (socket: Socket) => void): void {
  const [answer] = server.listeners('request') as [(...asked: Asked) => void];
  let waiting_in_total = 0;
  const begin = (...[request, response]: Asked) => {
    response.once('close', () => takeNext(request.socket));
    answer(request, response);
  };
  const takeNext = (socket: Socket) => {
    const line = lines.get(socket);
    if (!line || socket.destroyed) return leaveLine(socket);
    const next = line.waiting.shift();
    if (!next) return leaveLine(socket);
    waiting_in_total--;
    // Lets other connections go first.
    setImmediate(() => (socket.destroyed ? leaveLine(socket) : begin(...next)));
  };
  const leaveLine = (socket: Socket) => {
    const line = lines.get(socket);
    lines.delete(socket);
    if (!line) return;
    waiting_in_total -= line.waiting.length;
    if (!socket.destroyed) line.atEnd?.();
  };
  const mayWait = ({ waiting }: Line) =>
    waiting.length < FEW_PIPELINED ||
    (waiting.length < MOST_PIPELINED && waiting_in_total < MOST_PIPELINED_IN_TOTAL);
  server.off('request', answer);
  server.on('request', (...asked: Asked) => {
    const { socket } = asked[0];
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, { waiting: [], is_full: false });
      return begin(...asked);
    }
    if (line.is_full) return;
    if (mayWait(line)) {
      waiting_in_total++;
      return void line.waiting.push(asked);
    }
    line.is_full = true;
    // The parser still holds the packet.
    setImmediate(refuse, socket);
  });
}

/** Runs once all requests that were taken of a connection are answered; at once where none is running. */
export function afterResponses(socket: Socket, act: () => void): void {
  const line = lines.get(socket);
  if (line) line.atEnd = act;
  else act();
}
