import type { Server, ServerResponse } from 'node:http';

export type ReaderLimits = {
  /** How long an answer may wait for its reader without a byte of it being taken. */
  stalled_ms: number;
  /** What all readers together may leave unread before the one that has waited longest is given up. */
  unread_bytes: number;
};

/** Going through thousands of unread answers for each new one would be work that their readers cause. */
const LOOK_EVERY_MS = 50;

/** Ends the connections of those who ask and do not read; who reads slowly may take as long as it takes. */
export function endSlowReaders(server: Server, { stalled_ms, unread_bytes }: ReaderLimits): void {
  const unread = new Set<ServerResponse>();
  let looked_ms = -Infinity;
  const look = () => {
    if (performance.now() - looked_ms < LOOK_EVERY_MS) return;
    looked_ms = performance.now();
    makeRoom(unread, unread_bytes);
  };
  server.on('request', (_request, response: ServerResponse) => {
    // Without a byte to be read it is we who are slow. The socket itself looks at how far a long write has got.
    response.setTimeout(stalled_ms, () => {
      if (response.writableLength > 0) response.destroy();
    });
    response.once('answered', () => {
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
