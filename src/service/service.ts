import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnectionSharesFromSetting } from '../access/connectionShares.ts';
import { createRateLimiter } from '../access/rateLimit.ts';
import { createApp, type App } from './app.ts';
import { countSharedConnections, startBackground } from './background.ts';
import type { Config } from '../config.ts';
import {
  MIGRATIONS_FOLDER,
  connectToRunningDatabase,
  openDatabase,
  prepareDatabase,
  type DatabaseHandle,
} from '../database/database.ts';
import { prepareDemo, readDemoAccount } from '../demo/account.ts';
import { withDeletesSkippedDuringBackup } from '../features/backups/keptFiles.ts';
import { updateInboxUrls } from '../features/webhooks/inbox/inboxes.ts';
import { systemClock } from '../lib/time/clock.ts';
import { withTimeout } from '../lib/concurrency/withTimeout.ts';
import { drainConnections } from '../lib/http/closing.ts';
import type { Metrics } from '../lib/http/metrics.ts';
import type { Log } from '../lib/log.ts';
import { isMigrated } from '../lib/sql/migrate.ts';
import type { WorkerProcess } from '../lib/process/workerProcess.ts';
import { startWorkers } from '../lib/process/workers.ts';
import { errorCode, type Database } from '../lib/sql/sql.ts';
import { cannotListenFault } from '../lib/process/startupFault.ts';
import type { Tracer } from '../lib/process/tracing/spans.ts';
import { version } from '../lib/process/version.ts';
import { startSealedValueCheck } from '../commands/secretKeys.ts';
import { openTracing } from './tracing.ts';
import { closeProcessTools, createProcessTools, demoPlaceOf, type ProcessTools } from './tools.ts';
import type { Loop } from '../workers/loop.ts';
import { metricsAccess, openMetricsPort } from './metricsPort.ts';

/** The readiness check treats a database that responds later than this as unavailable. */
const READY_TIMEOUT_MS = 1_000;
/** The number of attempts to find a free port. */
const MOST_PORTS = 5;

/** The connections of the first process when there are several. It starts the others and serves no requests. */
const PREPARING_CONNECTIONS = 2;

export type Service = { url: string; stop(): Promise<void> };

type Say = (line: string) => void;

/** Starts the service in this process: database, HTTP server and workers. */
export async function startService(config: Config, log: Log, say: Say): Promise<Service> {
  const opened = await openDatabase(config, { as: 'server', max: countSharedConnections(config), log });
  return closedByFailure(opened, async () => {
    const tools = await prepare(config, opened, say);
    return serve(config, log, opened, tools);
  });
}

/** Starts one of several processes. The first process has already started the database and run the migrations. */
export async function startWorkerProcess(config: Config, log: Log, member: WorkerProcess): Promise<Service> {
  const opened = await connectToRunningDatabase(config, countSharedConnections(config));
  return closedByFailure(opened, () => serve(config, log, opened, createProcessTools(config), member));
}

/** Starts the database and several processes that share one port. */
export async function startProcesses(
  config: Config,
  log: Log,
  say: Say,
  leaving: AbortSignal,
): Promise<Service> {
  const opened = await openDatabase(config, { as: 'server', max: PREPARING_CONNECTIONS, log });
  return closedByFailure(opened, async () => {
    await closeProcessTools(await prepare(config, opened, say));
    const { HOST, PORT, PROCESSES: count } = config;
    const port = PORT === 0 ? await findFreePort(HOST) : PORT;
    const workers = await startWorkers({ count, env: { PORT: String(port) }, log, leaving });
    return {
      url: workers.url,
      async stop() {
        await workers.stop();
        await opened.close();
      },
    };
  });
}

async function closedByFailure(opened: DatabaseHandle, start: () => Promise<Service>): Promise<Service> {
  try {
    return await start();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function prepare(config: Config, opened: DatabaseHandle, say: Say): Promise<ProcessTools> {
  await prepareDatabase(opened.direct);
  const tools = createProcessTools(config);
  if (opened.embedded && config.DEMO) {
    // With PORT=0 the port is not known yet. Demo webhooks to the service itself get the real address at delivery.
    const public_url = config.PUBLIC_URL ?? addressOf(config.HOST, config.PORT);
    const platform = { db: opened.db, now: systemClock.now(), tools: { ...tools, public_url } };
    await prepareDemo(platform, demoPlaceOf(config, tools.box), say);
  }
  return tools;
}

async function serve(
  config: Config,
  log: Log,
  opened: DatabaseHandle,
  own_tools: ProcessTools,
  member?: WorkerProcess,
): Promise<Service> {
  await using undo = new AsyncDisposableStack();
  const { db } = opened;
  const tracer = await openTracing(config, log);
  const demo =
    config.DEMO && !config.DATABASE_URL
      ? await readDemoAccount(demoPlaceOf(config, own_tools.box))
      : undefined;
  const tools = { ...withDeletesSkippedDuringBackup(own_tools, db), demo };
  const state: Phase = { phase: 'starting' };
  const sealed = startSealedValueCheck(config, db, log);
  undo.defer(sealed.stop);
  const { app, url, public_url } = await listen(config, (public_url) => {
    tools.own_address.learn(public_url);
    return createApp({
      db,
      row_security: config.ROW_SECURITY,
      check_answers: false,
      log,
      trust_proxy: config.TRUST_PROXY,
      max_connections_per_address: config.MAX_CONNECTIONS_PER_ADDRESS,
      rate_limit: config.RATE_LIMIT && createRateLimiter(config.RATE_LIMIT),
      shares: createConnectionSharesFromSetting(config.ACCOUNT_CONNECTIONS, countSharedConnections(config)),
      serves_api: config.ROLES.includes('api'),
      tools: { ...tools, public_url },
      version,
      metrics_access: metricsAccess(config),
      readiness: async () => ({
        is_ready: (await canServe(db)) && state.phase === 'serving',
        unopened_secrets: sealed.countUnopened(),
      }),
      tracer,
      ...(member && { expose: (own: Metrics) => member.shareMetrics(own) }),
    });
  });
  undo.defer(() => app.close());
  const { metrics, exposed, foreground } = app;
  const port = await openMetricsPort(config, exposed, log);
  undo.defer(async () => port?.close());
  const lent = { ...tools, public_url };
  if (config.PUBLIC_URL !== undefined || opened.embedded) await updateInboxUrls(db, public_url);
  const workers = await startBackground({ config, opened, log, tools: lent, metrics, foreground, tracer });
  const doors = [app, ...(port ? [port] : [])];
  const drain = () => {
    drainConnections(app.server);
    return sleep(config.DRAIN_MS);
  };
  undo.move();
  state.phase = 'serving';
  return {
    url,
    stop: () => stop({ state, drain, doors, workers: [...workers, sealed], opened, tools, tracer }),
  };
}

function canServe(db: Database): Promise<boolean> {
  const late = () => new Error('the database did not answer in time');
  return withTimeout(READY_TIMEOUT_MS, isMigrated(db, MIGRATIONS_FOLDER), late).catch(() => false);
}

type Listening = { app: App; url: string; public_url: string };

/**
 * The app needs its own URL before it listens, so a free port is chosen first. If another process takes this port in
 * the meantime, another port is tried.
 */
async function listen(
  { HOST, PORT, PUBLIC_URL }: Config,
  build: (public_url: string) => Promise<App>,
): Promise<Listening> {
  for (let attempt = 1; ; attempt++) {
    const port = PORT === 0 ? await findFreePort(HOST) : PORT;
    const url = addressOf(HOST, port);
    const public_url = PUBLIC_URL ?? url;
    const app = await build(public_url);
    try {
      await app.server.listen({ host: HOST, port });
      return { app, url, public_url };
    } catch (error) {
      await app.close();
      if (PORT === 0 && attempt < MOST_PORTS && errorCode(error) === 'EADDRINUSE') continue;
      throw cannotListenFault({ host: HOST, port, setting: 'PORT' }, error);
    }
  }
}

async function findFreePort(host: string): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(0, host), 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  } catch (error) {
    throw cannotListenFault({ host, port: 0, setting: 'PORT' }, error);
  } finally {
    server.close();
  }
}

function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** The state for /readyz, which reports ready only in the phase `serving`. */
type Phase = { phase: 'starting' | 'serving' | 'stopping' };

type Running = {
  state: Phase;
  /** Waits until the load balancer has noticed that this process is no longer ready. */
  drain: () => Promise<unknown>;
  doors: readonly { close(): Promise<unknown> }[];
  workers: readonly Loop[];
  opened: DatabaseHandle;
  tools: ProcessTools;
  tracer: Tracer | undefined;
};

/** Shuts down gracefully: first readiness, then new requests, running requests and workers, then connections. */
async function stop({ state, drain, doors, workers, opened, tools, tracer }: Running): Promise<void> {
  if (state.phase === 'stopping') return;
  state.phase = 'stopping';
  await drain();
  // If one door or worker fails to stop, the others are still stopped.
  const ends = await Promise.allSettled([
    ...doors.map((door) => door.close()),
    ...workers.map((worker) => worker.stop()),
  ]);
  await closeProcessTools(tools);
  await Promise.all([opened.close(), tracer?.close()]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
