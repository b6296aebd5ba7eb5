import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { getBuiltinModule } from 'node:process';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, internalError, STATUS_OF } from '../errors.ts';
import { httpReasons } from './reasons.ts';
import { isFileStoreFailure, isRetrySafe } from '../sql/retrySafety.ts';
import { afterResponses } from './connections.ts';
import { answerOverload, RETRY_AFTER_S } from './overload.ts';
import { isDiscarding } from './reply.ts';

/**
 * `getBuiltinModule` instead of an import: importing names from `node:http` also loads Node's fetch, which uses 13 MB.
 */
const { STATUS_CODES } = getBuiltinModule('node:http');

const JSON_TYPE = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if error responses of this route include `details`. */
    tells_details?: boolean;
  }
}

/**
 * Writes every error response of the API: exactly `error` and `message`, and `details` for routes of our own pages. A
 * retry-safe error becomes a 503 without a body.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isRetrySafe(error)) {
    const away = isFileStoreFailure(error) ? 'file store unavailable' : 'database unavailable';
    request.log.error({ err: error, request_id: request.id }, away);
    return answerOverload(reply);
  }
  const failure = toFailure(error);
  if (failure.code === 'INTERNAL_ERROR')
    request.log.error({ err: error, request_id: request.id }, 'request failed');
  return reply
    .code(STATUS_OF[failure.code])
    .headers(failure.headers)
    .type(JSON_TYPE)
    .send(JSON.stringify(bodyOf(failure, request.routeOptions.config.tells_details === true)));
}

function bodyOf({ code, message, details }: Failure, tells_details: boolean): object {
  return { error: code, message, ...(tells_details && details && { details }) };
}

/** Converts any error to the Failure that the caller may see. Unknown errors become INTERNAL_ERROR. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return isFrameworkRejection(error)
    ? new Failure('BAD_REQUEST', rejectionOf(error))
    : internalError(httpReasons.failed_unexpectedly);
}

/**
 * True for a request that Fastify rejected. Its statuses (413, 415, …) are answered as 400, the only status that the
 * contract has for them.
 */
function isFrameworkRejection(error: unknown): error is FastifyError {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}

function rejectionOf({ code, message }: FastifyError): string {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'Content-Type: must be application/json';
    case 'FST_ERR_BAD_URL':
      return 'path: not a valid URL';
    default:
      return message;
  }
}

const PARSER_REFUSALS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'query or headers: too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request: not sent in time',
};

/** Limits for the data that a rejected client may still send before its connection is closed. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

/** For each rejected connection, the number of bytes received at that time. */
const refused = new WeakMap<Socket, number>();

/**
 * Answers bytes that the HTTP parser rejected. They never become a request, so the response is written directly to the
 * socket.
 */
export function rejectOnSocket(error: NodeJS.ErrnoException, socket: Socket, failure?: Failure): void {
  const read_before = refused.get(socket);
  // Discards further data instead of closing, because a reset could prevent the client from reading the response.
  if (read_before !== undefined && socket.bytesRead - read_before < LINGER_BYTES) return;
  if (read_before !== undefined || error.code === 'ECONNRESET' || !socket.writable || isDiscarding(socket)) {
    socket.destroy();
    return;
  }
  // A Failure is given for an unknown method only. Earlier requests of the connection were valid, so they are answered
  // first.
  if (failure) return afterResponses(socket, () => writeFailure(socket, failure));
  writeFailure(
    socket,
    new Failure('BAD_REQUEST', PARSER_REFUSALS[error.code ?? ''] ?? 'request: not valid HTTP'),
  );
}

/**
 * Closes a connection with too many pipelined requests, after the accepted ones have been answered. The rest is
 * answered once with 503.
 */
export function rejectPipelined(socket: Socket): void {
  // Detaches the parser; otherwise Node would keep requests that never get a response.
  socket.removeAllListeners('data');
  socket.on('data', () => {
    if (socket.bytesRead - (refused.get(socket) ?? 0) > LINGER_BYTES) socket.destroy();
  });
  refused.set(socket, socket.bytesRead);
  afterResponses(socket, () =>
    endWith(socket, `${headOf(503)}Retry-After: ${RETRY_AFTER_S}\r\nContent-Length: 0\r\n\r\n`),
  );
}

/** Writes an error response directly to a socket, without a request object, and closes the connection. */
export function writeFailure(socket: Socket, { code, message, headers }: Failure): void {
  const body = JSON.stringify({ error: code, message });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  endWith(
    socket,
    `${headOf(STATUS_OF[code])}${lines.join('')}Content-Type: ${JSON_TYPE}\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
}

function headOf(status: number): string {
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
    `X-Request-Id: ${randomUUID()}\r\nX-Content-Type-Options: nosniff\r\n`
  );
}

function endWith(socket: Socket, answer: string): void {
  if (!socket.writable) return void socket.destroy();
  refused.set(socket, socket.bytesRead);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer)).on('error', () => socket.destroy());
  socket.end(answer);
}
