import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { watchRate } from './slowReaders.ts';

/**
 * Sends a response piece by piece. The producer is ended together with the response, whether the client read
 * everything, disconnected or was too slow, or an error occurred. A producer must acquire its resources (a slot, a
 * connection, a file) with `using` or `finally`, so that its end releases them.
 */
export async function sendHtmlPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<string | Buffer>,
): Promise<FastifyReply> {
  // The first piece is produced before the headers are sent, so that an earlier failure gets an error response.
  const started = await startPieces(pieces);
  return sendStream(reply, Readable.from(started, { highWaterMark: 1 }));
}

/** Sends a stream that has not been read yet, and destroys it when the response ends. */
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
