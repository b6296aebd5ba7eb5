import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import underPressure from '@fastify/under-pressure';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Failure, notFound } from '../errors.ts';
import { readBodiesAsJson } from './body.ts';
import { endConnectionsOnClose } from './closing.ts';
import { allowAnyOrigin, answerPreflight, isPreflight } from './cors.ts';
import { answerFailure, refuseOnSocket } from './failures.ts';
import type { PathTable } from './paths.ts';

const HEADERS_TIMEOUT_MS = 8_000;
const REQUEST_TIMEOUT_MS = 10_000;
const SLOW_CHECK_MS = 500;
const MAX_EVENT_LOOP_DELAY_MS = 1_000;
/** Two samples of the event loop's delay: what loading the program took is no overload. */
const WARM_UP_MS = 2_000;
const BODY_LIMIT_BYTES = 1024 * 1024;

export type ServerLimits = {
  max_connections: number;
  max_in_flight: number;
  /** What a request may still take once the server closes; then its connection ends under it. */
  finish_within_ms: number;
};

const LIMITS: ServerLimits = { max_connections: 8_192, max_in_flight: 1_024, finish_within_ms: 5_000 };

/** Answers what no route does. */
export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

export type ServerOptions = {
  log: FastifyBaseLogger;
  trust_proxy: boolean;
  paths: PathTable;
  /** Where any page of any origin may call. */
  open_to_pages: (path: string) => boolean;
  /** What is shown to a browser that asks for a path of no route; undefined where nothing is. */
  show_page?: ShowPage;
  limits?: Partial<ServerLimits>;
};

/** A server that answers every failure there is with the same two members, down to what the parser refuses. */
export async function createServer({
  log,
  trust_proxy,
  paths,
  open_to_pages,
  show_page,
  limits,
}: ServerOptions): Promise<FastifyInstance> {
  const { max_connections, max_in_flight, finish_within_ms } = { ...LIMITS, ...limits };
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: trust_proxy,
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: SLOW_CHECK_MS,
      requireHostHeader: false,
    },
    clientErrorHandler: refuseOnSocket,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  });
  boundConnections(server.server, max_connections);
  endConnectionsOnClose(server, finish_within_ms);
  readBodiesAsJson(server);
  server.setErrorHandler(answerFailure);
  server.setNotFoundHandler((request) => refuseUnknown(paths, request));
  server.addHook('onRequest', async (request, reply) =>
    greet(request, reply, { paths, open_to_pages, show_page }),
  );
  await shedLoad(server, max_in_flight);
  return server;
}

function boundConnections(server: Server, max_connections: number): void {
  server.maxConnections = max_connections;
  server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify({ error: 'BAD_REQUEST', message: 'Expect: only 100-continue is understood' });
    response.statusCode = 400;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  });
  server.on('connect', (_request, socket) =>
    refuseOnSocket(new Error('CONNECT is not for us'), socket as never),
  );
}

type Greeting = Pick<ServerOptions, 'paths' | 'open_to_pages'> & { show_page: ShowPage | undefined };

/** Before anything else is decided: the marks every answer carries, and the answers that need no route. */
function greet(
  request: FastifyRequest,
  reply: FastifyReply,
  { paths, open_to_pages, show_page }: Greeting,
): FastifyReply | undefined {
  const path = pathOf(request);
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
  if (!open_to_pages(path)) {
    if (!request.is404) return undefined;
    return (paths.has(path) ? undefined : show_page?.(request, reply)) ?? refuseUnknown(paths, request);
  }

  allowAnyOrigin(reply);
  reply.header('Cache-Control', 'no-store');
  if (isPreflight(request)) return answerPreflight(reply, paths.get(path) ?? []);
  if (request.is404) refuseUnknown(paths, request);
  return undefined;
}

function refuseUnknown(paths: PathTable, request: FastifyRequest): never {
  const methods = paths.get(pathOf(request));
  if (!methods) throw notFound('Path');
  const allow = methods.join(', ');
  throw new Failure('METHOD_NOT_ALLOWED', `${request.method} is not accepted here, only ${allow}`, {
    Allow: allow,
  });
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

async function shedLoad(server: FastifyInstance, max_in_flight: number): Promise<void> {
  let in_flight = 0;
  server.addHook('onRequest', async (request, reply) => {
    if (in_flight >= max_in_flight && !isAlwaysAnswered(request)) return overloaded(reply);
    in_flight++;
    reply.raw.once('close', () => in_flight--);
    return undefined;
  });
  let warm_at_ms = Infinity;
  server.addHook('onListen', async () => void (warm_at_ms = performance.now() + WARM_UP_MS));
  await server.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: (request, reply) => {
      if (performance.now() > warm_at_ms && !isAlwaysAnswered(request)) overloaded(reply);
    },
  });
}

/** Whoever restarts processes that do not answer must not make an overload worse. */
function isAlwaysAnswered(request: FastifyRequest): boolean {
  return request.routeOptions.url === '/healthz';
}

function overloaded(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('Retry-After', '1').send();
}
