import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/*
 * Node accepts one connection in a turn of its loop. Of connections that are opened together, the last is therefore
 * seen many turns after the first, and with it the request that has long been waiting in it. The first waited for none.
 */
type Burst = { since_ms: number; is_over: boolean };

/** Turns without a new connection after which none is waiting; the request in the last one has been read by then. */
const QUIET_TURNS = 3;
/** A server that accepts one connection after another all the time is no burst. */
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

/** The earliest moment at which a request that is seen now may have come, by `performance.now()`. */
export function arrivalOf({ socket }: IncomingMessage): number {
  const seen_ms = performance.now();
  const burst = bursts.get(socket);
  return burst && !burst.is_over ? Math.max(burst.since_ms, seen_ms - LONGEST_MS) : seen_ms;
}
