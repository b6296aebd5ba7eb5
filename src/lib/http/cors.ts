import type { FastifyReply, FastifyRequest } from 'fastify';

/** Allows every origin. These paths accept only bearer tokens, never cookies, so a foreign page gains no access. */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('Access-Control-Allow-Origin', '*');
  reply.header(
    'Access-Control-Expose-Headers',
    'X-Request-Id, Idempotent-Replayed, Allow, Retry-After, RateLimit, RateLimit-Policy',
  );
}

export function isPreflight(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return (
    request.method === 'OPTIONS' && origin !== undefined && 'access-control-request-method' in request.headers
  );
}

export function answerPreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  return reply
    .code(204)
    .header('Access-Control-Allow-Methods', methods.join(', '))
    .header('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key')
    .header('Access-Control-Max-Age', '86400')
    .send();
}
