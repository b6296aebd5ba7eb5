import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../errors.ts';
import { httpReasons } from './reasons.ts';
import { untranslated } from '../text/reasons.ts';
import { BODY_LIMITS, type BodyLimits } from './bounds.ts';
import { JsonLimits } from './jsonLimits.ts';
import { assertStorable } from './text.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if this route also accepts form-encoded bodies. */
    takes_forms?: boolean;
    /** Maximum number of values in a body of this route; default: the limit of all routes. */
    most_values?: number;
  }
}

const texts = new WeakMap<FastifyRequest, string>();

/** Returns the unparsed text of a JSON body; undefined for other bodies. */
export function bodyTextOf(request: FastifyRequest): string | undefined {
  return texts.get(request);
}

/**
 * Parses bodies as JSON, including bodies without a Content-Type. Routes with `takes_forms` also accept form-encoded
 * bodies.
 */
export function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(request, payload),
  );
}

async function readBody(request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  const bounds = boundsOf(request);
  assertNotEncoded(request.headers['content-encoding']);
  if (Number(request.headers['content-length']) > bounds.bytes) throw tooLarge();
  if (isForm(request)) return parseForm(await readBytes(payload, bounds.bytes), bounds.values);

  const limits = new JsonLimits(bounds.values);
  const bytes = await readBytes(payload, bounds.bytes, (chunk) => {
    assertJsonType(request.headers['content-type']);
    limits.read(chunk);
  });
  return bytes.length === 0 ? undefined : parseJson(request, bytes, limits.has_codes);
}

function boundsOf({ routeOptions: { bodyLimit, config } }: FastifyRequest): BodyLimits {
  return { bytes: bodyLimit, values: config.most_values ?? BODY_LIMITS.values };
}

function isForm({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takes_forms === true && FORM_TYPE.test(headers['content-type'] ?? '');
}

/** Reads a body completely and passes each chunk to `inspect`. Rejects at the first chunk that exceeds a limit. */
function readBytes(
  payload: IncomingMessage,
  most_bytes: number,
  inspect: (chunk: Buffer) => void = () => {},
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const take = (chunk: Buffer) => {
    bytes += chunk.length;
    try {
      if (bytes > most_bytes) throw tooLarge();
      inspect(chunk);
      chunks.push(chunk);
    } catch (refusal) {
      reject(refusal);
    }
  };
  const breakOff = () => reject(badRequest('body', httpReasons.body_cut_off));
  const end = () => resolve(Buffer.concat(chunks, bytes));
  payload.on('data', take).once('end', end).once('error', breakOff);
  return promise.finally(() => payload.off('data', take).off('end', end).off('error', breakOff));
}

function tooLarge() {
  return badRequest('body', httpReasons.body_too_large);
}

/**
 * Parses a JSON body. A large body yields to other requests before each step, because each step blocks the event loop.
 */
async function parseJson(request: FastifyRequest, bytes: Buffer, has_codes: boolean): Promise<unknown> {
  const letOthersRun = async () => {
    if (bytes.length > BODY_LIMITS.bytes) await nextTurn();
  };
  await letOthersRun();
  const text = decodeUtf8(bytes);
  texts.set(request, text);
  await letOthersRun();
  const body = parse(text);
  await letOthersRun();
  if (has_codes) assertStorable(body, 'body');
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('body', untranslated('not valid JSON'));
  }
}

/** Parses a form body. A repeated field becomes a list, which the schema rejects. */
function parseForm(bytes: Buffer, most_fields: number): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(decodeUtf8(bytes))) {
    if (++count > most_fields) throw badRequest('body', untranslated(`more than ${most_fields} fields`));
    const earlier = fields.get(name);
    if (earlier === undefined) fields.set(name, value);
    else if (typeof earlier === 'string') fields.set(name, [earlier, value]);
    else earlier.push(value);
  }
  const body = Object.fromEntries(fields);
  assertStorable(body, 'body');
  return body;
}

function assertNotEncoded(encoding = 'identity'): void {
  if (!/^\s*(?:identity)?\s*$/i.test(encoding))
    throw badRequest('Content-Encoding', untranslated('must be identity; send the body without compression'));
}

function assertJsonType(contentType = 'application/json'): void {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!JSON_TYPE.test(type)) throw badRequest('Content-Type', untranslated('must be application/json'));
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset && !/^charset="?utf-?8"?$/.test(charset))
    throw badRequest('Content-Type', untranslated('charset must be utf-8'));
}

const strict = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw badRequest('body', untranslated('not valid UTF-8'));
  }
}
