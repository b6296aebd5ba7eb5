import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lazy } from '../concurrency/lazy.ts';
import { acceptsEncoding } from './encodings.ts';
import { addReadRoute, type PathTable } from './paths.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** Content that does not change until the next start, with its caching headers. */
export type FixedContent = {
  type: string;
  /** One buffer shared by all responses, so that slow clients cause no copies. */
  bytes: Buffer;
  /** Hash of the bytes. A request with `?v=<hash>` gets a response that may be cached forever. */
  version: string;
  /** Compresses the content at the first request. Undefined for content that is already compressed. */
  zip: (() => Buffer) | undefined;
};

export function fixedText(type: string, text: string): FixedContent {
  const bytes = Buffer.from(text);
  return { ...fixedBytes(`${type}; charset=utf-8`, bytes), zip: lazy(() => gzipSync(bytes)) };
}

/** Creates fixed content from bytes that are already compressed, such as a picture or an archive. */
export function fixedBytes(type: string, bytes: Buffer): FixedContent {
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { type, bytes, version, zip: undefined };
}

export type FixedContentOptions = {
  path: string;
  /** The content, or a function that returns it for each request, for example from a lazy value. */
  content: FixedContent | (() => FixedContent);
  headers?: Record<string, string>;
};

export function serveFixedContent(
  server: FastifyInstance,
  paths: PathTable,
  options: FixedContentOptions,
): void {
  const { path, content, headers = {} } = options;
  addReadRoute(server, paths, path, (request, reply) => {
    reply.headers({ ...PAGE_HEADERS, ...headers });
    return sendFixedText(typeof content === 'function' ? content() : content, request, reply);
  });
}

/** Serves a JSON document that is generated at the first request. */
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

/** Security headers of every page. Each page adds its own Content-Security-Policy. */
export const PAGE_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
} as const;

function sendFixedText(content: FixedContent, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A weak ETag, because the compressed and uncompressed forms share it.
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
