import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Node accepts one connection in each turn of the event loop. Of connections opened together, the last is
 * seen many turns late, and its request has waited that long.
 */
type Burst = { since_ms: number; is_over: boolean };

/** After this many turns without a new connection none is waiting, and the last request has been read. */
const QUIET_TURNS = 3;
/** A steady stream of connections is no burst. */
const LONGEST_MS = 2_000;

const bursts = new WeakMap<Socket, Burst>();

export function watchArrivals(server: Server): void {
  let burst: Burst = { since_ms: 0, is_over: true };
  let quiet_turns = 0;
  const countTurn = () => {
    burst.is_over = ++quiet_turns === QUIET_TURNS;
    if (!burst.is_over) setImmediate(countTurn);
  };
  server.prependListener('connection', (socket: Socket) => {
    quiet_turns = 0;
    if (!burst.is_over) return void bursts.set(socket, burst);
    burst = { since_ms: performance.now(), is_over: false };
    setImmediate(countTurn);
  });
}

/** The earliest time, by `performance.now()`, that a request seen now may have arrived. */
export function arrivalOf({ socket }: IncomingMessage): number {
  const seen_ms = performance.now();
  const burst = bursts.get(socket);
  return burst && !burst.is_over ? Math.max(burst.since_ms, seen_ms - LONGEST_MS) : seen_ms;
}
