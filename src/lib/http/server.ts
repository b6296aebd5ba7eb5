import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { badRequest, Failure, recordNotFound } from '../errors.ts';
import { untranslated } from '../text/reasons.ts';
import { createTrustedProxyCheck, createSharedAddressCheck, type Proxies } from './proxies.ts';
import { readBodiesAsJson } from './body.ts';
import { BODY_LIMITS, MAX_QUERY_PARAMETERS } from './bounds.ts';
import { endConnectionsOnClose } from './closing.ts';
import { answerInOrder, limitConnections, type ConnectionLimits } from './connections.ts';
import { allowAnyOrigin, answerPreflight, isPreflight } from './cors.ts';
import { answerFailure, rejectPipelined, rejectOnSocket, writeFailure } from './failures.ts';
import { answerOverload, watchEventLoop } from './overload.ts';
import { findMethods, type PathTable } from './paths.ts';
import { readRejectedRequestLine } from './requestLine.ts';
import { Reply, whenAnswered } from './reply.ts';
import { endSlowReaders, type ReaderLimits } from './slowReaders.ts';

const HEADERS_TIMEOUT_MS = 8_000;
const REQUEST_TIMEOUT_MS = 10_000;
const SLOW_CHECK_MS = 500;

export type ServerLimits = ConnectionLimits &
  ReaderLimits & {
    /** Maximum number of requests being processed. A response that only waits for its client does not count. */
    max_in_flight: number;
    max_event_loop_delay_ms: number;
    /** Up to this number of running requests, a late event loop does not count as overload. */
    few_in_flight: number;
    /** Time for running requests to finish after `close()`; then their connections are closed. */
    finish_timeout_ms: number;
  };

const LIMITS: ServerLimits = {
  max_connections: 8_192,
  max_connections_per_address: 512,
  max_in_flight: 1_024,
  max_event_loop_delay_ms: 1_000,
  few_in_flight: 16,
  // The timeout is long, because the kernel buffers several megabytes for a client and accepts more only when a third
  // of the buffer is free.
  stalled_ms: 15_000,
  unread_bytes: 256 * 1024 * 1024,
  behind_ms: 30_000,
  least_bytes_per_s: 16 * 1024,
  finish_timeout_ms: 5_000,
};

/** Serves a page where no route matches. */
export type ServeFallbackPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

export type ServerOptions = {
  log: FastifyBaseLogger;
  trust_proxy: Proxies;
  paths: PathTable;
  /** True for paths that allow requests from any origin (CORS). */
  open_to_pages: (path: string) => boolean;
  /** Serves the page for a browser at an unknown path; returns undefined if there is none. */
  show_page?: ServeFallbackPage;
  limits?: Partial<ServerLimits>;
};

/**
 * Creates the HTTP server. Every error response has the members `error` and `message`, including errors of the HTTP
 * parser. Only a 503 for overload or an unavailable database has no body.
 */
export async function createServer({
  log,
  trust_proxy,
  paths,
  open_to_pages,
  show_page,
  limits,
}: ServerOptions): Promise<FastifyInstance> {
  const bounds = { ...LIMITS, ...limits };
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // All requests share one logger; log lines of a request contain its id.
    childLoggerFactory: (logger) => logger,
    trustProxy: createTrustedProxyCheck(trust_proxy),
    bodyLimit: BODY_LIMITS.bytes,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    http: {
      ServerResponse: Reply,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: SLOW_CHECK_MS,
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => refuseUnparsed(paths, error, socket),
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  });
  limitConnections(server.server, bounds, createSharedAddressCheck(trust_proxy));
  answerUnusualRequests(server.server, paths);
  endSlowReaders(server.server, bounds);
  endConnectionsOnClose(server, bounds.finish_timeout_ms);
  // This listener is registered last, so that all other `request` listeners run before a request is answered.
  answerInOrder(server.server, rejectPipelined);
  readBodiesAsJson(server);
  server.setErrorHandler(answerFailure);
  server.setNotFoundHandler((request) => refuseUnknown(paths, request));
  server.addHook('onRequest', (request, reply, done) => {
    const is_answered = prepareReply(request, reply, { paths, open_to_pages, show_page }) !== undefined;
    if (!is_answered) done();
  });
  shedLoad(server, bounds);
  return server;
}

function answerUnusualRequests(server: Server, paths: PathTable): void {
  server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify({ error: 'BAD_REQUEST', message: 'Expect: only 100-continue is understood' });
    response.statusCode = 400;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  });
  server.on('connect', ({ method = '', url = '' }, socket: Socket) =>
    writeFailure(
      socket,
      url.startsWith('/')
        ? methodNotAllowed(paths, method, url)
        : badRequest('CONNECT', untranslated('this server is not a proxy')),
    ),
  );
}

/**
 * Answers bytes that the HTTP parser rejected. Node's parser rejects unknown methods, but the contract requires 405 for
 * these.
 */
function refuseUnparsed(paths: PathTable, error: NodeJS.ErrnoException, socket: Socket): void {
  readRejectedRequestLine(error, socket, (line) =>
    rejectOnSocket(error, socket, line && methodNotAllowed(paths, line.method, line.target)),
  );
}

type PrepareOptions = Pick<ServerOptions, 'paths' | 'open_to_pages'> & {
  show_page: ServeFallbackPage | undefined;
};

/** Sets the headers of every response, and answers requests that no route handles. */
function prepareReply(
  request: FastifyRequest,
  reply: FastifyReply,
  { paths, open_to_pages, show_page }: PrepareOptions,
): FastifyReply | undefined {
  const path = pathOf(request);
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
  assertHttp1(request.raw);
  assertOneHost(request.raw);
  assertFewParameters(request.url);
  const is_unknown = request.is404 || !isPlainlySpelled(path, request.routeOptions.url ?? '');
  if (!open_to_pages(path)) {
    if (!is_unknown) return undefined;
    const is_listed = findMethods(paths, path) !== undefined;
    return (is_listed ? undefined : show_page?.(request, reply)) ?? refuseUnknown(paths, request);
  }

  allowAnyOrigin(reply);
  reply.header('Cache-Control', 'no-store');
  if (isPreflight(request)) return answerPreflight(reply, findMethods(paths, path) ?? []);
  if (is_unknown) refuseUnknown(paths, request);
  return undefined;
}

/**
 * Node's parser also accepts HTTP/0.9 and HTTP/2.0, and chunked bodies with HTTP/1.0. Proxies disagree about where such
 * bodies end, which allows request smuggling.
 */
function assertHttp1({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw badRequest(
      'request line',
      untranslated(`HTTP/${httpVersion} is not served, only HTTP/1.1 and HTTP/1.0`),
    );
  if (httpVersion === '1.1' && headers.host === undefined) throw badRequest('Host', untranslated('required'));
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined)
    throw badRequest('Transfer-Encoding', untranslated('not part of HTTP/1.0'));
}

/**
 * True if the start of the path, up to the first parameter, is sent without percent-encoding. The router decodes `%6d`
 * before it compares; a proxy that blocks `/metrics` may compare the undecoded path and let `/%6detrics` pass.
 */
function isPlainlySpelled(path: string, route: string): boolean {
  const parameters = route.search(/[:*]/);
  return parameters < 0 ? path === route : path.startsWith(route.slice(0, parameters));
}

function assertOneHost({ headersDistinct }: IncomingMessage): void {
  if ((headersDistinct['host']?.length ?? 0) > 1)
    throw badRequest('Host', untranslated('sent more than once'));
}

function assertFewParameters(url: string): void {
  let parameters = 1;
  for (let at = url.indexOf('&'); at >= 0; at = url.indexOf('&', at + 1)) parameters++;
  if (parameters > MAX_QUERY_PARAMETERS)
    throw badRequest('query', untranslated(`more than ${MAX_QUERY_PARAMETERS} parameters`));
}

function refuseUnknown(paths: PathTable, request: FastifyRequest): never {
  throw methodNotAllowed(paths, request.method, request.url);
}

/** Returns the 404 of an unknown path, or the 405 of a known path with its allowed methods. */
function methodNotAllowed(paths: PathTable, method: string, target: string): Failure {
  const methods = findMethods(paths, pathOfTarget(target));
  if (!methods) return recordNotFound('Path');
  const allow = methods.join(', ');
  return new Failure('METHOD_NOT_ALLOWED', `${method || 'The method'} is not accepted here, only ${allow}`, {
    Allow: allow,
  });
}

export function pathOf(request: FastifyRequest): string {
  return pathOfTarget(request.url);
}

/** Returns the path of a request target, which may be an absolute URL as in requests to a proxy. */
function pathOfTarget(target: string): string {
  const [path = ''] = target.split('?', 1);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/#]*/i, '') || '/';
}

/**
 * Answers 503 above the limit of running requests. While the event loop is late, the limit is `few_in_flight`: with
 * fewer requests the delay has another cause, such as a busy machine, and rejecting requests would not help.
 */
function shedLoad(server: FastifyInstance, limits: ServerLimits): void {
  const isLate = watchEventLoop(server, limits.max_event_loop_delay_ms);
  let in_flight = 0;
  server.addHook('onRequest', (request, reply, done) => {
    const most = isLate() ? limits.few_in_flight : limits.max_in_flight;
    if (in_flight >= most && !isAlwaysAnswered(request)) return void answerOverload(reply);
    in_flight++;
    whenAnswered(reply.raw, () => in_flight--);
    done();
  });
}

/** Health checks are answered under overload as well, so that an orchestrator does not restart the process. */
function isAlwaysAnswered(request: FastifyRequest): boolean {
  return request.routeOptions.url === '/healthz';
}
