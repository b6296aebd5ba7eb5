import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, type Failure } from '../errors.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this route also reads what a form sends. */
    takes_forms?: boolean;
  }
}

const texts = new WeakMap<FastifyRequest, string>();

/** A JSON body as it was sent, before anybody made something of it. */
export function bodyTextOf(request: FastifyRequest): string | undefined {
  return texts.get(request);
}

/** Reads every body as JSON; a body without a media type is taken for JSON too. */
export function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes, done) => {
    try {
      done(null, parseBody(request, bytes as Buffer));
    } catch (failure) {
      done(failure as Failure);
    }
  });
}

function parseBody(request: FastifyRequest, bytes: Buffer): unknown {
  const { headers, routeOptions } = request;
  if (bytes.length === 0) return undefined;
  const contentType = headers['content-type'];
  if (routeOptions.config.takes_forms && FORM_TYPE.test(contentType ?? '')) return parseForm(bytes);
  assertJsonType(contentType);
  const text = decodeUtf8(bytes);
  texts.set(request, text);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('body: not valid JSON');
  }
}

/** A field that is sent more than once stays a list, so that nobody takes the first or the last for all. */
function parseForm(bytes: Buffer): Record<string, string | string[]> {
  const fields = new URLSearchParams(decodeUtf8(bytes));
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const [value = '', ...more] = fields.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
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
