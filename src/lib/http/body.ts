import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, type Failure } from '../errors.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** Reads every body as JSON; a body without a media type is taken for JSON too. */
export function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes, done) => {
    try {
      done(null, parseBody(request.headers['content-type'], bytes as Buffer));
    } catch (failure) {
      done(failure as Failure);
    }
  });
}

function parseBody(contentType: string | undefined, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  assertJsonType(contentType);
  const text = decodeUtf8(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('body: not valid JSON');
  }
}

function assertJsonType(contentType = 'application/json'): void {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!JSON_TYPE.test(type)) throw badRequest('Content-Type: must be application/json');
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset && !/^charset="?utf-?8"?$/.test(charset))
    throw badRequest('Content-Type: charset must be utf-8');
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('body: not valid UTF-8');
  }
}
