import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { watchRate } from './slowReaders.ts';

/**
 * The one way to send an answer piece by piece. The producer ends with the response, however that ends: read to its
 * end, closed or reset by the client, failed, or given up because its reader is too slow. What a producer holds
 * (a place, a connection, a file) it holds with `using` or `finally`, so that it is free again then.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<string | Buffer>,
): Promise<FastifyReply> {
  // The first piece is made before the head is sent, so that a failure before it is still answered as one.
  const started = await startPieces(pieces);
  return sendStream(reply, Readable.from(started, { highWaterMark: 1 }));
}

/** Sends a stream that nobody has read from. */
export function sendStream(reply: FastifyReply, source: Readable): FastifyReply {
  const { raw } = reply;
  if (raw.closed || raw.destroyed) source.destroy();
  const stopWatching = watchRate(reply.server.server, raw);
  raw.once('close', () => {
    stopWatching();
    source.destroy();
  });
  return reply.send(source);
}

async function startPieces<T>(pieces: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const started = [await pieces.next()];
  const next = async () => started.shift() ?? (await pieces.next());
  return { [Symbol.asyncIterator]: () => ({ next, return: () => pieces.return(undefined) }) };
}
