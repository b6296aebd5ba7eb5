import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, STATUS_OF } from '../errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const UNEXPECTED = 'Something went wrong on our side; try again';

/** The only place that writes an error body: exactly `error` and `message`, whatever went wrong. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error);
  if (failure.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'request failed');
  return reply
    .code(STATUS_OF[failure.code])
    .headers(failure.headers)
    .type(JSON_TYPE)
    .send(JSON.stringify({ error: failure.code, message: failure.message }));
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return isFrameworkRefusal(error)
    ? new Failure('BAD_REQUEST', refusalOf(error))
    : new Failure('INTERNAL_ERROR', UNEXPECTED);
}

/** The framework refuses with statuses of its own (413, 415, …); the contract knows only 400. */
function isFrameworkRefusal(error: unknown): error is FastifyError {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}

function refusalOf({ code, message }: FastifyError): string {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'body: too large';
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'Content-Type: must be application/json';
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'Content-Length: does not match the body';
    case 'FST_ERR_BAD_URL':
      return 'path: not a valid URL';
    default:
      return message;
  }
}

type ParserRefusal = { status: 400 | 408 | 431; message: string };

const PARSER_REFUSALS: Record<string, ParserRefusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'headers: too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'request: not sent in time' },
};

/** What the HTTP parser refuses never becomes a request, so the answer is written on the bare socket. */
export function refuseOnSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = PARSER_REFUSALS[error.code ?? ''] ?? {
    status: 400,
    message: 'request: not valid HTTP',
  };
  const body = JSON.stringify({ error: 'BAD_REQUEST', message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      `Content-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
