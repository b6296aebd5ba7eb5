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

/** An import of the names would load Node's own fetch as well: 13 MB. */
const { STATUS_CODES } = getBuiltinModule('node:http');

const JSON_TYPE = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A refused input also answers `details`. */
    tells_details?: boolean;
  }
}

/**
 * The only place that writes an error body: exactly `error` and `message`, whatever went wrong. Our own pages get
 * `details` as well.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isRetrySafe(error)) {
    const away = isFileStoreFailure(error) ? 'file store away' : 'database away';
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

/** The failure that the caller may see for an error. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return isFrameworkRejection(error)
    ? new Failure('BAD_REQUEST', rejectionOf(error))
    : internalError(httpReasons.failed_unexpectedly);
}

/** The framework refuses with statuses of its own (413, 415, …); the contract knows only 400. */
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

/** How long, and how much, a client that was refused may still send before its connection ends. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

/** The bytes received when each was refused. */
const refused = new WeakMap<Socket, number>();

/** Answers bytes that the HTTP parser rejected; they never become a request, so the answer is written to the socket. */
export function rejectOnSocket(error: NodeJS.ErrnoException, socket: Socket, failure?: Failure): void {
  const read_before = refused.get(socket);
  // Discards what follows, so that the client can read the answer.
  if (read_before !== undefined && socket.bytesRead - read_before < LINGER_BYTES) return;
  if (read_before !== undefined || error.code === 'ECONNRESET' || !socket.writable || isDiscarding(socket)) {
    socket.destroy();
    return;
  }
  // Only the line of a request is refused with a failure, so what was sent before it is answered first.
  if (failure) return afterResponses(socket, () => writeFailure(socket, failure));
  writeFailure(
    socket,
    new Failure('BAD_REQUEST', PARSER_REFUSALS[error.code ?? ''] ?? 'request: not valid HTTP'),
  );
}

/** More requests wait on a connection than may: it ends after the answers to those that were taken. */
export function rejectPipelined(socket: Socket): void {
  // Nothing more is parsed; a request that is not answered keeps its place in Node's list otherwise.
  socket.removeAllListeners('data');
  socket.on('data', () => {
    if (socket.bytesRead - (refused.get(socket) ?? 0) > LINGER_BYTES) socket.destroy();
  });
  refused.set(socket, socket.bytesRead);
  afterResponses(socket, () =>
    endWith(socket, `${headOf(503)}Retry-After: ${RETRY_AFTER_S}\r\nContent-Length: 0\r\n\r\n`),
  );
}

/** Writes a failure where there is no reply to write it, and ends the connection. */
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
