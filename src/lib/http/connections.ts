import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Limiter } from '../concurrency/limiter.ts';
import { networkKeyOf } from './networks.ts';

export type ConnectionLimits = {
  max_connections: number;
  /** Maximum number of open connections per IPv4 address or IPv6 /64 network. */
  max_connections_per_address: number;
};

/** Number of pipelined requests that every connection may have waiting, regardless of the total. */
const FEW_PIPELINED = 32;
/**
 * Number of pipelined requests that one connection may have waiting while all connections together have fewer than
 * MOST_PIPELINED_IN_TOTAL.
 */
const MOST_PIPELINED = 1_024;
const MOST_PIPELINED_IN_TOTAL = 8_192;

/**
 * Limits open connections in total and per address, and closes further ones immediately. Exempt addresses have no limit
 * of their own.
 */
export function limitConnections(
  server: Server,
  { max_connections, max_connections_per_address }: ConnectionLimits,
  isExempt: (address: string) => boolean,
): void {
  server.maxConnections = max_connections;
  const open = new Limiter({ most_per_key: () => max_connections_per_address });
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isExempt(address)) return;
    const slot = open.tryAcquire(networkKeyOf(address));
    if (!slot) return void socket.destroy();
    socket.once('close', () => slot[Symbol.dispose]());
  });
}

type PendingRequest = [request: IncomingMessage, response: ServerResponse];

type PipelinedRequests = { waiting: PendingRequest[]; is_full: boolean; atEnd?: () => void };

/** For each connection with a running request: its pipelined requests that wait. */
const pipelines = new WeakMap<Socket, PipelinedRequests>();

/**
 * Runs the pipelined requests of a connection one after another, so that a client that never reads its responses
 * occupies one request. Node parses all requests of a packet at once, so the others wait here; if too many wait,
 * `refuse` is called. `Limiter` does not fit: waiting requests of a closed connection must be dropped, and callers need
 * to know when the last response was sent (`afterResponses`).
 */
export function answerInOrder(server: Server, refuse: (socket: Socket) => void): void {
  const [answer] = server.listeners('request') as [(...asked: PendingRequest) => void];
  let waiting_in_total = 0;
  const begin = (...[request, response]: PendingRequest) => {
    response.once('close', () => takeNext(request.socket));
    answer(request, response);
  };
  const takeNext = (socket: Socket) => {
    const pipeline = pipelines.get(socket);
    if (!pipeline || socket.destroyed) return endPipeline(socket);
    const next = pipeline.waiting.shift();
    if (!next) return endPipeline(socket);
    waiting_in_total--;
    // The next request is deferred, so that other connections run first.
    setImmediate(() => (socket.destroyed ? endPipeline(socket) : begin(...next)));
  };
  const endPipeline = (socket: Socket) => {
    const pipeline = pipelines.get(socket);
    pipelines.delete(socket);
    if (!pipeline) return;
    waiting_in_total -= pipeline.waiting.length;
    if (!socket.destroyed) pipeline.atEnd?.();
  };
  const mayWait = ({ waiting }: PipelinedRequests) =>
    waiting.length < FEW_PIPELINED ||
    (waiting.length < MOST_PIPELINED && waiting_in_total < MOST_PIPELINED_IN_TOTAL);
  server.off('request', answer);
  server.on('request', (...asked: PendingRequest) => {
    const { socket } = asked[0];
    const pipeline = pipelines.get(socket);
    if (!pipeline) {
      pipelines.set(socket, { waiting: [], is_full: false });
      return begin(...asked);
    }
    if (pipeline.is_full) return;
    if (mayWait(pipeline)) {
      waiting_in_total++;
      return void pipeline.waiting.push(asked);
    }
    pipeline.is_full = true;
    // The call is deferred, because the parser is still processing the packet.
    setImmediate(refuse, socket);
  });
}

/** Calls `act` after all accepted requests of the connection have been answered, or immediately if none is running. */
export function afterResponses(socket: Socket, act: () => void): void {
  const pipeline = pipelines.get(socket);
  if (pipeline) pipeline.atEnd = act;
  else act();
}
