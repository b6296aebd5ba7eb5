import type { FastifyInstance } from 'fastify';
import type { Door } from '../doors/declaration.ts';
import { findCaller } from '../doors/credential.ts';
import { openDoor } from '../doors/door.ts';
import { seeAccounts, type AccountShares } from '../access/accountShares.ts';
import type { DoorServices } from '../doors/services.ts';
import { traceRequests } from '../doors/tracing.ts';
import { openPages, type PageResource } from '../doors/page.ts';
import { markUsed } from '../access/sql/uses.ts';
import { recordUses, type UseRecorder } from '../access/uses.ts';
import { consoleResources } from './console.ts';
import { ASSETS_PATH, loadDashboard } from './dashboard.ts';
import { appRoutes } from '../features/apps/routes.ts';
import { openFileDoor } from '../features/forms/files/serving.ts';
import { servePrintStyle } from '../features/forms/pages.ts';
import { formRoutes } from '../features/forms/routes.ts';
import { submissionRoutes } from '../features/forms/submissions/routes.ts';
import { deletionRoutes } from '../features/deletions/routes.ts';
import { deviceRoutes } from '../features/devices/routes.ts';
import { integrationCredential } from '../features/integrations/credential.ts';
import { inbound } from '../features/integrations/inbound.ts';
import { integrationRoutes } from '../features/integrations/routes.ts';
import { apiKeyCredential } from '../features/keys/credential.ts';
import { keyRoutes } from '../features/keys/routes.ts';
import { knowledgeRoutes } from '../features/knowledge/routes.ts';
import { accessTokenCredential } from '../features/oauth/credential.ts';
import { metadataDocuments } from '../features/oauth/metadata.ts';
import { identityRoutes } from '../features/identity/routes.ts';
import { oauthRevoke, oauthToken } from '../features/oauth/routes.ts';
import { procedureRoutes } from '../features/procedures/routes.ts';
import { usageRoutes } from '../features/reports/routes.ts';
import { insertRequests } from '../features/requests/queries.ts';
import { requestLogRoutes } from '../features/requests/routes.ts';
import { recordRequests, type RequestRecorder } from '../features/requests/recorder.ts';
import { watchRequests } from '../features/requests/watch.ts';
import { PACKAGES_PATH } from '../features/reference/packages.ts';
import { MODELS_PATH, openReference, REFERENCE_PATH } from '../features/reference/routes.ts';
import { pageDoor, serveStyle } from '../features/signin/routes.ts';
import { findSignIn } from '../features/signin/signIns.ts';
import { deviceCredential } from '../features/seats/credential.ts';
import { seatRoutes } from '../features/seats/routes.ts';
import { sessionRoutes } from '../features/sessions/routes.ts';
import { skillListRoutes, skills } from '../features/skills/routes.ts';
import { taskRoutes } from '../features/tasks/routes.ts';
import { userAccessRoutes, userRoutes } from '../features/users/routes.ts';
import { endpointRoutes } from '../features/webhooks/endpoints/routes.ts';
import { openInboxDoor } from '../features/webhooks/inbox/receiving.ts';
import { listeningRoutes } from '../features/webhooks/listening/routes.ts';
import { deliveryRoutes } from '../features/webhooks/log/routes.ts';
import { webhookRoutes } from '../features/webhooks/endpoints/subscribeRoutes.ts';
import { cookieJar } from '../lib/http/cookies.ts';
import { watchForeground, type Foreground } from '../lib/http/foreground.ts';
import {
  measureBuild,
  measureConnections,
  measureDropped,
  measureRequests,
  type Metrics,
  type RouteGroups,
} from '../lib/http/metrics.ts';
import { SERVER_PAGES } from './pages.ts';
import { serveJson } from '../lib/http/page.ts';
import type { PathTable } from '../lib/http/paths.ts';
import { createServer, type ServerLimits } from '../lib/http/server.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import type { Log } from '../lib/log.ts';
import { agentDoor } from '../mcp/door.ts';
import type { Proxies } from '../lib/http/proxies.ts';
import { measurePool } from '../lib/sql/sql.ts';
import type { Tracer } from '../lib/process/tracing/spans.ts';
import { API_PREFIX, describeApi, OPENAPI_PATH } from '../openapi/openapi.ts';
import { shareComponents } from '../openapi/shared.ts';
import { logRequests } from './accessLog.ts';
import { openOperationsDoor, type Exposition, type MetricsAccess, type Readiness } from './operations.ts';

export type AppOptions = Omit<DoorServices, 'cookies' | 'databaseFor'> & {
  log: Log;
  /** Gives each account its share of the database; every account has all of it if left out. */
  shares?: AccountShares | undefined;
  /** Runs every request as the role that row level security restricts. */
  row_security: boolean;
  trust_proxy: Proxies;
  /** Connections that one address may hold open. */
  max_connections_per_address: number;
  /** How long the event loop may stall before requests are refused; the server's default if left out. */
  max_event_loop_delay_ms?: number;
  /** False on a node with workers only, which still serves health checks. */
  serves_api: boolean;
  version: string;
  readiness: Readiness;
  metrics_access: MetricsAccess;
  /** Replaces the metrics of this process in the answer of /metrics, for several processes. */
  expose?: (metrics: Metrics) => Exposition;
  /** Records traces of requests. */
  tracer?: Tracer | undefined;
};

export type App = {
  server: FastifyInstance;
  doors: readonly Door[];
  pages: readonly PageResource[];
  metrics: Metrics;
  exposed: Exposition;
  foreground: Foreground;
  requests: RequestRecorder;
  close(): Promise<void>;
};

/** The table of contents: every resource of every door. */
export async function createApp(options: AppOptions): Promise<App> {
  const { db, log, tools } = options;
  const services = { ...options, databaseFor: seeAccounts(options), cookies: cookieJar(tools.public_url) };
  const uses = recordAllUses(options);
  const requests = recordRequests((rows) => insertRequests(db, rows), tools.clock, log);
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
  const metrics = measureRequests(server, groupMetricRoutes(doors));
  const foreground = watchForeground(server);
  measureBuild(metrics, options.version);
  measureConnections(metrics, () => measurePool(db));
  measureDropped(metrics, () => requests.dropped());
  if (options.tracer) traceRequests(server, options.tracer);
  logRequests(server, log);
  const api = doors.find(({ prefix }) => prefix === API_PREFIX);
  watchRequests(server, requests, async (request) => api && findCaller({ request, door: api, services }));
  const exposed = options.expose?.(metrics) ?? metrics;
  openOperationsDoor(server, paths, { ...options, metrics: exposed });
  for (const door of doors) openDoor(server, paths, door, services);
  if (options.serves_api) {
    openPages(server, paths, { ...pageDoor, resources: pages }, services);
    serveStyle(server, paths);
    servePrintStyle(server, paths);
    openFileDoor(server, paths, services);
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

function recordAllUses({ db, log }: AppOptions): Uses {
  return {
    keys: recordUses((batch) => markUsed(db, 'api_keys', batch), log),
    grants: recordUses((batch) => markUsed(db, 'oauth_grants', batch), log),
    seats: recordUses((batch) => markUsed(db, 'seats', batch), log),
    integrations: recordUses((batch) => markUsed(db, 'integrations', batch), log),
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
  serveJson(server, paths, OPENAPI_PATH, () => shareComponents(findDescription()));
  for (const [path, document] of Object.entries(metadataDocuments(public_url)))
    serveJson(server, paths, path, () => document);
  openReference(server, paths, {
    findDocument: findDescription,
    description_path: OPENAPI_PATH,
    origin: public_url,
  });
}

type Uses = Record<'keys' | 'grants' | 'seats' | 'integrations', UseRecorder>;

const CONTRACT = [
  taskRoutes,
  sessionRoutes,
  userRoutes,
  skills,
  formRoutes,
  webhookRoutes,
  oauthToken,
  oauthRevoke,
];

/** Operations of the dashboard that keys and tokens may use as well; the contract does not name them. */
const ADDITIONS = [
  ...endpointRoutes,
  ...deliveryRoutes,
  ...keyRoutes,
  ...seatRoutes,
  ...integrationRoutes,
  ...appRoutes,
  ...knowledgeRoutes,
  skillListRoutes,
  usageRoutes,
  ...listeningRoutes,
  identityRoutes,
  requestLogRoutes,
  ...userAccessRoutes,
  ...submissionRoutes,
  ...procedureRoutes,
  ...deletionRoutes,
];

export function listDoors(uses: Uses, is_rate_limited = false): Door[] {
  const credentials = [apiKeyCredential(uses.keys), accessTokenCredential(uses.grants)];
  return [
    {
      is_rate_limited,
      prefix: API_PREFIX,
      credentials,
      resources: [...CONTRACT, ...ADDITIONS],
      is_without_429: true,
    },
    {
      is_rate_limited,
      prefix: '/device/v1',
      credentials: [deviceCredential(uses.seats)],
      resources: deviceRoutes,
    },
    {
      is_rate_limited,
      prefix: '/inbound/v1',
      credentials: [integrationCredential(uses.integrations)],
      resources: inbound,
    },
    { is_rate_limited, ...agentDoor(credentials, [...CONTRACT, ...ADDITIONS]) },
    {
      prefix: '/console/v1',
      credentials: [],
      resources: consoleResources,
      findSignIn,
      is_internal: true,
    },
  ];
}

/** Paths that share a label in the metrics, because few requests ask for them. */
const SELDOM: [string, string][] = [
  [MODELS_PATH, REFERENCE_PATH],
  [API_PREFIX + oauthRevoke.path, API_PREFIX + oauthToken.path],
];

/** The dashboard's many paths share one label, and so do those of the API beside the contract. */
function groupMetricRoutes(doors: readonly Door[]): RouteGroups {
  const internal = doors.filter(({ is_internal }) => is_internal);
  const added = ADDITIONS.map(({ path }): [string, string] => [API_PREFIX + path, `${API_PREFIX}/additions`]);
  return {
    below: [...internal.map(({ prefix }) => prefix), ASSETS_PATH, REFERENCE_PATH, PACKAGES_PATH],
    named: new Map([...added, ...SELDOM]),
  };
}

function isForAnyPage(path: string): boolean {
  return path === API_PREFIX || path.startsWith(`${API_PREFIX}/`) || path.startsWith('/.well-known/');
}
