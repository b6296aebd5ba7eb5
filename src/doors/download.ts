import type { FastifyReply } from 'fastify';
import { sendHtmlPieces } from '../lib/http/streams.ts';
import { Type } from '../lib/schema/type.ts';

/** A response that is a file. The pieces are streamed. */
export class Download {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncGenerator<string | Buffer>;

  constructor(name: string, type: string, pieces: AsyncGenerator<string | Buffer>) {
    this.name = name;
    this.type = type;
    this.pieces = pieces;
  }
}

/** Declares a response that is a CSV file. */
export function CsvFile(description: string) {
  return Type.Unsafe<Download>({ type: 'string', contentMediaType: 'text/csv', description });
}

export function csvDownload(name: string, pieces: AsyncGenerator<string>): Download {
  return new Download(name, 'text/csv; charset=utf-8', pieces);
}

/** Streams the file. The generator of the pieces ends when the client disconnects. */
export function sendDownload(
  reply: FastifyReply,
  { name, type, pieces }: { name: string; type: string; pieces: AsyncGenerator<string | Buffer> },
): Promise<FastifyReply> {
  reply
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}"`)
    .type(type);
  return sendHtmlPieces(reply, pieces);
}
