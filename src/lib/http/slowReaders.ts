import type { Server, ServerResponse } from 'node:http';
import { whenAnswered } from './reply.ts';

export type ReaderLimits = {
  /** How long an answer may wait for its reader without a byte of it being taken. */
  stalled_ms: number;
  /** How much may be unread in total before the client that waited longest is dropped. */
  unread_bytes: number;
};

/** Looks through unread answers at most this often, since that is work too. */
const LOOK_EVERY_MS = 50;

/** Ends connections of clients that do not read; slow reading is allowed. */
export function endSlowReaders(server: Server, { stalled_ms, unread_bytes }: ReaderLimits): void {
  const unread = new Set<ServerResponse>();
  let looked_ms = -Infinity;
  const look = () => {
    if (performance.now() - looked_ms < LOOK_EVERY_MS) return;
    looked_ms = performance.now();
    makeRoom(unread, unread_bytes);
  };
  server.on('request', (_request, response: ServerResponse) => {
    // Nothing to read: the server is slow, not the client. The socket shows the progress of a long write.
    response.setTimeout(stalled_ms, () => {
      if (response.writableLength > 0) response.destroy();
    });
    whenAnswered(response, () => {
      look();
      unread.add(response);
    });
    response.once('close', () => unread.delete(response));
  });
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
