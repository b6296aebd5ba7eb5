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
import { badRequest, Failure, missing } from '../errors.ts';
import { untranslated } from '../text/reasons.ts';
import { isTrustedProxy, isSharedAddress, type Proxies } from './proxies.ts';
import { readBodiesAsJson } from './body.ts';
import { BODY, MAX_QUERY_PARAMETERS } from './bounds.ts';
import { endConnectionsOnClose } from './closing.ts';
import { answerInOrder, boundConnections, type ConnectionLimits } from './connections.ts';
import { allowAnyOrigin, answerPreflight, isPreflight } from './cors.ts';
import { answerFailure, rejectPipelined, rejectOnSocket, writeFailure } from './failures.ts';
import { answerOverload, watchEventLoop } from './overload.ts';
import { findMethods, type PathTable } from './paths.ts';
import { findRefusedLine } from './requestLine.ts';
import { Reply, whenAnswered } from './reply.ts';
import { endSlowReaders, type ReaderLimits } from './slowReaders.ts';

const HEADERS_TIMEOUT_MS = 8_000;
const REQUEST_TIMEOUT_MS = 10_000;
const SLOW_CHECK_MS = 500;

export type ServerLimits = ConnectionLimits &
  ReaderLimits & {
    /** The most running requests; an answer that waits for its client does not count. */
    max_in_flight: number;
    max_event_loop_delay_ms: number;
    /** With at most this many running requests there is no overload, however late the event loop is. */
    few_in_flight: number;
    /** How long a request may run on after closing begins; then its connection ends. */
    finish_timeout_ms: number;
  };

const LIMITS: ServerLimits = {
  max_connections: 8_192,
  max_connections_per_address: 512,
  max_in_flight: 1_024,
  max_event_loop_delay_ms: 1_000,
  few_in_flight: 16,
  // The kernel buffers a few megabytes for a client and takes more only when a third of it is free, so this
  // is long.
  stalled_ms: 15_000,
  unread_bytes: 256 * 1024 * 1024,
  behind_ms: 30_000,
  least_bytes_per_s: 16 * 1024,
  finish_timeout_ms: 5_000,
};

/** Called where no route matches. */
export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

export type ServerOptions = {
  log: FastifyBaseLogger;
  trust_proxy: Proxies;
  paths: PathTable;
  /** Paths that allow any origin. */
  open_to_pages: (path: string) => boolean;
  /** The page for a browser at an unknown path; undefined for none. */
  show_page?: ShowPage;
  limits?: Partial<ServerLimits>;
};

/** A server that answers every failure with the same two members, those of the parser included. */
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
    // One logger for all; lines about a request name it.
    childLoggerFactory: (logger) => logger,
    trustProxy: isTrustedProxy(trust_proxy),
    bodyLimit: BODY.bytes,
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
  boundConnections(server.server, bounds, isSharedAddress(trust_proxy));
  answerOddities(server.server, paths);
  endSlowReaders(server.server, bounds);
  endConnectionsOnClose(server, bounds.finish_timeout_ms);
  // Last: a request may be answered before its other listeners would hear of it.
  answerInOrder(server.server, rejectPipelined);
  readBodiesAsJson(server);
  server.setErrorHandler(answerFailure);
  server.setNotFoundHandler((request) => refuseUnknown(paths, request));
  server.addHook('onRequest', (request, reply, done) => {
    const is_answered = greet(request, reply, { paths, open_to_pages, show_page }) !== undefined;
    if (!is_answered) done();
  });
  shedLoad(server, bounds);
  return server;
}

function answerOddities(server: Server, paths: PathTable): void {
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
        : badRequest('CONNECT', untranslated('no proxy')),
    ),
  );
}

/** The parser knows some methods only; the contract answers 405 to any other one. */
function refuseUnparsed(paths: PathTable, error: NodeJS.ErrnoException, socket: Socket): void {
  findRefusedLine(error, socket, (line) =>
    rejectOnSocket(error, socket, line && methodNotAllowed(paths, line.method, line.target)),
  );
}

type Greeting = Pick<ServerOptions, 'paths' | 'open_to_pages'> & { show_page: ShowPage | undefined };

/** Sets the headers of every answer and answers what needs no route. */
function greet(
  request: FastifyRequest,
  reply: FastifyReply,
  { paths, open_to_pages, show_page }: Greeting,
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

/** Node's parser also takes HTTP/0.9 and HTTP/2.0, and chunks from HTTP/1.0, where proxies disagree on the end of a body. */
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
 * The router decodes `%6d` before it compares. A proxy that keeps `/metrics` for itself compares what was sent,
 * so fixed parts of a path have one spelling here.
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

/** 404 for an unknown path, 405 for a known one. */
function methodNotAllowed(paths: PathTable, method: string, target: string): Failure {
  const methods = findMethods(paths, pathOfTarget(target));
  if (!methods) return missing('Path');
  const allow = methods.join(', ');
  return new Failure('METHOD_NOT_ALLOWED', `${method || 'The method'} is not accepted here, only ${allow}`, {
    Allow: allow,
  });
}

export function pathOf(request: FastifyRequest): string {
  return pathOfTarget(request.url);
}

/** A client may send the address as a whole, as it does to a proxy. */
function pathOfTarget(target: string): string {
  const [path = ''] = target.split('?', 1);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/#]*/i, '') || '/';
}

/**
 * An event loop that is late while it has few requests is late for another reason, such as a machine that gives
 * the process no time: refusing them would make it no earlier.
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

/** Health checks are answered under overload too, so that no process is restarted for it. */
function isAlwaysAnswered(request: FastifyRequest): boolean {
  return request.routeOptions.url === '/healthz';
}
