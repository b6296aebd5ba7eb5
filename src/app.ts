import type { FastifyInstance } from 'fastify';
import { callerOf, openDoor, type Door, type DoorServices } from './access/door.ts';
import { recordUses, type UseRecorder } from './access/uses.ts';
import type { TrainingApp } from './features/deletions/trainingApp.ts';
import { device } from './features/devices/routes.ts';
import { integrationCredential } from './features/integrations/credential.ts';
import { inbound } from './features/integrations/inbound.ts';
import { markIntegrationsUsed } from './features/integrations/queries.ts';
import { apiKeyCredential } from './features/keys/credential.ts';
import { markKeysUsed } from './features/keys/queries.ts';
import { openReference } from './features/reference/routes.ts';
import { deviceCredential } from './features/seats/credential.ts';
import { markSeatsSeen } from './features/seats/queries.ts';
import { sessions } from './features/sessions/routes.ts';
import { tasks } from './features/tasks/routes.ts';
import { users } from './features/users/routes.ts';
import { measureConnections, measureRequests } from './lib/http/metrics.ts';
import type { PathTable } from './lib/http/paths.ts';
import { createServer, pathOf } from './lib/http/server.ts';
import type { Log } from './lib/log.ts';
import { measurePool } from './lib/sql.ts';
import { describeApi, OPENAPI_PATH } from './openapi.ts';
import { openOperationsDoor, type Readiness } from './operations.ts';

export type AppOptions = DoorServices & {
  log: Log;
  trust_proxy: boolean;
  /** False on a node that only works in the background: it still says how it is. */
  serves_api: boolean;
  public_url: string;
  version: string;
  /** Where deleted sessions are reported to; undefined where nothing is configured. */
  training_app: TrainingApp | undefined;
  is_ready: Readiness;
};

export type App = {
  server: FastifyInstance;
  doors: readonly Door[];
  close(): Promise<void>;
};

/** The table of contents: every resource of every door. */
export async function createApp(options: AppOptions): Promise<App> {
  const { db, log } = options;
  const uses = {
    keys: recordUses((batch) => markKeysUsed(db, batch), log),
    seats: recordUses((batch) => markSeatsSeen(db, batch), log),
    integrations: recordUses((batch) => markIntegrationsUsed(db, batch), log),
  };
  const doors = options.serves_api ? openDoors(options.training_app, uses) : [];

  const paths: PathTable = new Map();
  const server = await createServer({
    log,
    trust_proxy: options.trust_proxy,
    paths,
    open_to_pages: isPublicApi,
  });
  const metrics = measureRequests(server);
  measureConnections(metrics, () => measurePool(db));
  logRequests(server);
  openOperationsDoor(server, paths, { is_ready: options.is_ready, metrics });
  for (const door of doors) openDoor(server, paths, door, options);
  const description = describeApi(doors, options.public_url, options.version);
  serveDescription(server, paths, description);
  openReference(server, paths, description, OPENAPI_PATH);

  return {
    server,
    doors,
    async close() {
      await server.close();
      await Promise.all(Object.values(uses).map((recorder) => recorder.close()));
    },
  };
}

type Uses = Record<'keys' | 'seats' | 'integrations', UseRecorder>;

function openDoors(training_app: TrainingApp | undefined, uses: Uses): Door[] {
  return [
    {
      prefix: '/v1',
      credentials: [apiKeyCredential(uses.keys)],
      resources: [tasks, sessions(training_app), users],
    },
    { prefix: '/device/v1', credentials: [deviceCredential(uses.seats)], resources: device },
    { prefix: '/inbound/v1', credentials: [integrationCredential(uses.integrations)], resources: inbound },
  ];
}

function isPublicApi(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** One line a request, without its query, which may hold what is nobody's business. */
function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const caller = callerOf(request);
    request.log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account_id: caller?.account_id,
        credential_id: caller?.credential_id,
      },
      'request',
    );
  });
}

function serveDescription(server: FastifyInstance, paths: PathTable, description: unknown): void {
  paths.set(OPENAPI_PATH, ['GET']);
  server.get(OPENAPI_PATH, async () => description);
}
