import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lazy } from '../concurrency/lazy.ts';
import { acceptsEncoding } from './encodings.ts';
import { addReadRoute, type PathTable } from './paths.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** A text or picture fixed until the next start, with headers for caching. */
export type FixedText = {
  type: string;
  /** One buffer for all readers, so that slow readers cost no copies. */
  bytes: Buffer;
  /** The hash of the bytes; an answer to `?v=` with it may be cached forever. */
  version: string;
  /** Compresses at the first request; undefined for bytes that are compressed already. */
  zip: (() => Buffer) | undefined;
};

export function fixedText(type: string, text: string): FixedText {
  const bytes = Buffer.from(text);
  return { ...fixedBytes(`${type}; charset=utf-8`, bytes), zip: lazy(() => gzipSync(bytes)) };
}

/** A picture or an archive. */
export function fixedBytes(type: string, bytes: Buffer): FixedText {
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { type, bytes, version, zip: undefined };
}

export type FixedTextOptions = {
  path: string;
  /** A function where the text is made for the first request. */
  content: FixedText | (() => FixedText);
  headers?: Record<string, string>;
};

export function serveFixedText(server: FastifyInstance, paths: PathTable, options: FixedTextOptions): void {
  const { path, content, headers = {} } = options;
  addReadRoute(server, paths, path, (request, reply) => {
    reply.headers({ ...PAGE_HEADERS, ...headers });
    return sendFixedText(typeof content === 'function' ? content() : content, request, reply);
  });
}

/** Serves a document that is made for its first request. */
export function serveJson(
  server: FastifyInstance,
  paths: PathTable,
  path: string,
  make: () => unknown,
): void {
  const findBytes = lazy(() => Buffer.from(JSON.stringify(make())));
  addReadRoute(server, paths, path, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(findBytes()),
  );
}

/** Headers of every page; each adds its own content security policy. */
export const PAGE_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
} as const;

function sendFixedText(content: FixedText, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Weak, because the zipped and the plain form share it.
  const tag = `W/"${content.version}"`;
  const keeps = new URL(request.url, 'http://localhost').searchParams.get('v') === content.version;
  reply
    .header('ETag', tag)
    .header('Cache-Control', keeps ? FOREVER : 'no-cache')
    .header('Vary', 'Accept-Encoding');
  if (matches(request.headers['if-none-match'], content.version)) return reply.code(304).send();

  reply.type(content.type);
  if (!content.zip || !acceptsEncoding(request.headers['accept-encoding'], 'gzip'))
    return reply.send(content.bytes);
  return reply.header('Content-Encoding', 'gzip').send(content.zip());
}

function matches(header: string | undefined, version: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(`"${version}"`) || tags.includes('*');
}
