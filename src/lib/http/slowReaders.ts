import type { Server, ServerResponse } from 'node:http';
import { whenAnswered } from './reply.ts';

export type ReaderLimits = {
  /** How long an answer may wait for its reader without a byte of it being taken. */
  stalled_ms: number;
  /** How much may be unread in total before the client that waited longest is dropped. */
  unread_bytes: number;
  /** A stream ends when its reader was behind for this long and took less than the rate below. */
  behind_ms: number;
  least_bytes_per_s: number;
};

/** Looks through unread answers at most this often, since that is work too. */
const CHECK_EVERY_MS = 50;

/** How often a stream is sampled in the time that its reader may be behind. */
const SAMPLES = 30;

const rates = new WeakMap<Server, Pick<ReaderLimits, 'behind_ms' | 'least_bytes_per_s'>>();

/** Ends connections of clients that do not read. An answer that is whole in memory may be read slowly. */
export function endSlowReaders(server: Server, limits: ReaderLimits): void {
  const { stalled_ms, unread_bytes } = limits;
  rates.set(server, limits);
  const unread = new Set<ServerResponse>();
  let looked_ms = -Infinity;
  const checkRates = () => {
    if (performance.now() - looked_ms < CHECK_EVERY_MS) return;
    looked_ms = performance.now();
    makeRoom(unread, unread_bytes);
  };
  server.on('request', (_request, response: ServerResponse) => {
    // Nothing to read: the server is slow, not the client. The socket shows the progress of a long write.
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
 * Ends a stream whose reader drips, because its producer holds a place, a connection or a file meanwhile. Time in which
 * the reader has taken everything does not count: then the producer is slow.
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

/** The bytes of answers that the operating system accepted from the connection. */
function takenOf({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}

function makeRoom(unread: ReadonlySet<ServerResponse>, most_bytes: number): void {
  let bytes = 0;
  for (const { writableLength } of unread) bytes += writableLength;
  for (const response of unread) {
    if (bytes <= most_bytes) return;
    bytes -= response.writableLength;
    if (response.writableLength > 0) response.destroy();
  }
}
