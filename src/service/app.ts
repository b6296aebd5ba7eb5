import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Door } from '../doors/declaration.ts';
import { findCallerForLog } from '../doors/credential.ts';
import { registerDoor } from '../doors/door.ts';
import { createAccountDatabases, type ConnectionShares } from '../access/connectionShares.ts';
import type { DoorServices } from '../doors/services.ts';
import { traceRequests } from '../doors/tracing.ts';
import { registerPages, type PageResource } from '../doors/page.ts';
import { writeLastUses } from '../access/sql/uses.ts';
import { createCredentialUseRecorder } from '../access/uses.ts';
import { ASSETS_PATH, loadDashboard } from './dashboard.ts';
import { openFormFileDoor } from '../features/forms/files/serving.ts';
import { servePrintStyle } from '../features/forms/pages.ts';
import { oauthMetadataByPath } from '../features/oauth/metadata.ts';
import { insertRequests } from '../features/requests/sql/requestLog.ts';
import { createRequestRecorder, type RequestRecorder } from '../features/requests/recorder.ts';
import { recordRequests } from '../features/requests/recordRequests.ts';
import { SDK_PACKAGES_PATH } from '../features/reference/packages.ts';
import { LLMS_TXT_PATH, serveReference, REFERENCE_PATH } from '../features/reference/routes.ts';
import { pageDoor, serveStylesheet } from '../features/signin/routes.ts';
import { openInboxDoor } from '../features/webhooks/inbox/receiving.ts';
import { createCookieCodec } from '../lib/http/cookies.ts';
import { watchRequestActivity, type RequestActivity } from '../lib/http/requestActivity.ts';
import {
  registerBuildInfoMetric,
  registerConnectionMetrics,
  registerDroppedRequestsMetric,
  registerRequestMetrics,
  type Metrics,
  type RouteGroups,
} from '../lib/http/metrics.ts';
import { SERVER_PAGES } from './pages.ts';
import { serveJson } from '../lib/http/page.ts';
import type { PathTable } from '../lib/http/paths.ts';
import { createServer, type ServerLimits } from '../lib/http/server.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import type { Log } from '../lib/log.ts';
import type { Proxies } from '../lib/http/proxies.ts';
import { countPoolConnections } from '../lib/sql/sql.ts';
import type { Tracer } from '../lib/process/tracing/spans.ts';
import { apiDocumentsByPath, DERIVED_PATHS } from '../openapi/documents.ts';
import { API_PREFIX, describeApi, OPENAPI_PATH } from '../openapi/openapi.ts';
import { logRequests } from './accessLog.ts';
import {
  registerMonitoringDoor,
  type MetricsText,
  type MetricsAccess,
  type Readiness,
} from './monitoring.ts';
import { ADDITIONAL_ROUTES, listDoors, type Uses } from './doors.ts';

export type AppOptions = Omit<DoorServices, 'cookies' | 'databaseFor'> & {
  log: Log;
  /** Limits the share of database connections per account; no limit if absent. */
  shares?: ConnectionShares | undefined;
  /** True if requests run as a database role that is subject to row level security. */
  row_security: boolean;
  trust_proxy: Proxies;
  /** The maximum number of open connections per client address. */
  max_connections_per_address: number;
  /** The event loop delay above which requests get a 503; the default of the server if absent. */
  max_event_loop_delay_ms?: number;
  /** False for a process that runs only workers; it still serves health checks and metrics. */
  serves_api: boolean;
  version: string;
  readiness: Readiness;
  metrics_access: MetricsAccess;
  /** With several processes: returns the metrics of all processes for /metrics, instead of those of this process. */
  expose?: (metrics: Metrics) => MetricsText;
  /** Records traces of requests. */
  tracer?: Tracer | undefined;
};

export type App = {
  server: FastifyInstance;
  doors: readonly Door[];
  pages: readonly PageResource[];
  metrics: Metrics;
  exposed: MetricsText;
  foreground: RequestActivity;
  requests: RequestRecorder;
  close(): Promise<void>;
};

/** Creates the HTTP server with all APIs, pages and documents. */
export async function createApp(options: AppOptions): Promise<App> {
  const { db, log, tools } = options;
  const services = {
    ...options,
    databaseFor: createAccountDatabases(options),
    cookies: createCookieCodec(tools.public_url),
  };
  const uses = recordAllUses(options);
  const requests = createRequestRecorder((rows) => insertRequests(db, rows), tools.clock, log);
  const doors = options.serves_api ? listDoors(uses, options.rate_limit !== undefined) : [];
  const pages = options.serves_api ? SERVER_PAGES : [];
  const dashboard = options.serves_api ? loadDashboard(services.cookies, doors) : undefined;
  const paths: PathTable = new Map();
  const server = await createServer({
    log,
    trust_proxy: options.trust_proxy,
    limits: limitsOf(options),
    paths,
    open_to_pages: isForAnyPage,
    ...(dashboard && { show_page: dashboard.show_page }),
  });
  const metrics = registerRequestMetrics(server, groupMetricRoutes(doors));
  const foreground = watchRequestActivity(server);
  registerBuildInfoMetric(metrics, options.version);
  registerConnectionMetrics(metrics, () => countPoolConnections(db));
  registerDroppedRequestsMetric(metrics, () => requests.dropped());
  if (options.tracer) traceRequests(server, options.tracer);
  logRequests(server, log);
  const api = doors.find(({ prefix }) => prefix === API_PREFIX);
  recordRequests(server, requests, callerFinder(api, services));
  const exposed = options.expose?.(metrics) ?? metrics;
  registerMonitoringDoor(server, paths, { ...options, metrics: exposed });
  for (const door of doors) registerDoor(server, paths, door, services);
  if (options.serves_api) {
    registerPages(server, paths, { ...pageDoor, resources: pages }, services);
    serveStylesheet(server, paths);
    servePrintStyle(server, paths);
    openFormFileDoor(server, paths, services);
    openInboxDoor(server, paths, services);
  }
  dashboard?.open(server, paths);
  openDocuments(server, paths, doors, options);

  return {
    server,
    doors,
    pages,
    metrics,
    exposed,
    foreground,
    requests,
    async close() {
      await server.close();
      await Promise.all([...Object.values(uses), requests].map((recorder) => recorder.close()));
    },
  };
}

function callerFinder(door: Door | undefined, services: DoorServices) {
  return async (request: FastifyRequest) => door && findCallerForLog({ request, door, services });
}

function recordAllUses({ db, log }: AppOptions): Uses {
  return {
    keys: createCredentialUseRecorder((batch) => writeLastUses(db, 'api_keys', batch), log),
    grants: createCredentialUseRecorder((batch) => writeLastUses(db, 'oauth_grants', batch), log),
    seats: createCredentialUseRecorder((batch) => writeLastUses(db, 'seats', batch), log),
    integrations: createCredentialUseRecorder((batch) => writeLastUses(db, 'integrations', batch), log),
  };
}

function limitsOf({
  max_connections_per_address,
  max_event_loop_delay_ms,
}: AppOptions): Partial<ServerLimits> {
  return {
    max_connections_per_address,
    ...(max_event_loop_delay_ms !== undefined && { max_event_loop_delay_ms }),
  };
}

/** Serves the documents about this service: OpenAPI, OAuth metadata and the reference. */
function openDocuments(
  server: FastifyInstance,
  paths: PathTable,
  doors: readonly Door[],
  { tools: { public_url }, version }: AppOptions,
): void {
  const findDescription = lazy(() => describeApi(doors, public_url, version));
  for (const [path, make] of Object.entries(apiDocumentsByPath(findDescription)))
    serveJson(server, paths, path, make);
  for (const [path, document] of Object.entries(oauthMetadataByPath(public_url)))
    serveJson(server, paths, path, () => document);
  serveReference(server, paths, {
    findDocument: findDescription,
    description_path: OPENAPI_PATH,
    origin: public_url,
  });
}

/** Rarely used paths that are measured under the metrics label of another path. */
const SELDOM: [string, string][] = [
  [LLMS_TXT_PATH, REFERENCE_PATH],
  [`${API_PREFIX}/oauth-revoke`, `${API_PREFIX}/oauth-token`],
  ...DERIVED_PATHS.map((path): [string, string] => [path, OPENAPI_PATH]),
];

/**
 * Groups paths under shared metrics labels: the paths of the dashboard, its files and the documentation, all API paths
 * outside the contract, and rarely used paths.
 */
function groupMetricRoutes(doors: readonly Door[]): RouteGroups {
  const internal = doors.filter(({ is_internal }) => is_internal);
  const added = ADDITIONAL_ROUTES.map(({ path }): [string, string] => [
    API_PREFIX + path,
    `${API_PREFIX}/additions`,
  ]);
  return {
    below: [...internal.map(({ prefix }) => prefix), ASSETS_PATH, REFERENCE_PATH, SDK_PACKAGES_PATH],
    named: new Map([...added, ...SELDOM]),
  };
}

function isForAnyPage(path: string): boolean {
  return path === API_PREFIX || path.startsWith(`${API_PREFIX}/`) || path.startsWith('/.well-known/');
}
