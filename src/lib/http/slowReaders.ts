import type { Server, ServerResponse } from 'node:http';
import { whenAnswered } from './reply.ts';

export type ReaderLimits = {
  /** Maximum time in which a client may read nothing of a waiting response. */
  stalled_ms: number;
  /** Maximum total size of unread responses. Above it, the oldest unread responses are ended. */
  unread_bytes: number;
  /** A stream is ended if its client was behind for this time and read more slowly than `least_bytes_per_s`. */
  behind_ms: number;
  least_bytes_per_s: number;
};

/** Minimum interval between two checks of all unread responses, because a check costs time. */
const CHECK_EVERY_MS = 50;

/** Number of samples of a stream within `behind_ms`. */
const SAMPLES = 30;

const rates = new WeakMap<Server, Pick<ReaderLimits, 'behind_ms' | 'least_bytes_per_s'>>();

/** Disconnects clients that do not read their responses. A response that is complete in memory may be read slowly. */
export function endSlowReaders(server: Server, limits: ReaderLimits): void {
  const { stalled_ms, unread_bytes } = limits;
  rates.set(server, limits);
  const unread = new Set<ServerResponse>();
  let looked_ms = -Infinity;
  const checkRates = () => {
    if (performance.now() - looked_ms < CHECK_EVERY_MS) return;
    looked_ms = performance.now();
    disconnectSlowestReaders(unread, unread_bytes);
  };
  server.on('request', (_request, response: ServerResponse) => {
    // If nothing is left to read, the server is slow and not the client. A long write shows its progress on the socket.
    response.setTimeout(stalled_ms, () => {
      if (response.writableLength > 0) response.destroy();
    });
    whenAnswered(response, () => {
      checkRates();
      unread.add(response);
    });
    response.once('close', () => unread.delete(response));
  });
}

/**
 * Ends a stream whose client reads very slowly, because its producer holds a slot, a connection or a file meanwhile.
 * Time in which the client has read everything does not count, because then the producer is slow. Returns a function
 * that stops the check.
 */
export function watchRate(server: Server, response: ServerResponse): () => void {
  const limits = rates.get(server);
  if (!limits) return () => {};
  const { behind_ms, least_bytes_per_s } = limits;
  const least_bytes = (least_bytes_per_s * behind_ms) / 1_000;
  let samples_behind = 0;
  let taken_before = takenOf(response);
  const timer = setInterval(() => {
    samples_behind = response.writableLength > 0 ? samples_behind + 1 : 0;
    if (samples_behind > 0 && samples_behind < SAMPLES) return;
    const taken = takenOf(response);
    if (samples_behind === SAMPLES && taken - taken_before < least_bytes) response.destroy();
    samples_behind = 0;
    taken_before = taken;
  }, behind_ms / SAMPLES).unref();
  return () => clearInterval(timer);
}

/** Returns the number of response bytes that the kernel accepted from the connection. */
function takenOf({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}

function disconnectSlowestReaders(unread: ReadonlySet<ServerResponse>, most_bytes: number): void {
  let bytes = 0;
  for (const { writableLength } of unread) bytes += writableLength;
  for (const response of unread) {
    if (bytes <= most_bytes) return;
    bytes -= response.writableLength;
    if (response.writableLength > 0) response.destroy();
  }
}
