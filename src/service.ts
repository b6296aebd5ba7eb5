import { setTimeout as sleep } from 'node:timers/promises';
import { createApp, type App } from './app.ts';
import { startBackground } from './background.ts';
import type { Config } from './config.ts';
import { MIGRATIONS, openDatabase, prepareDatabase, type OpenDatabase } from './database.ts';
import { seedDemo } from './features/demo/demo.ts';
import { systemClock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { isMigrated } from './lib/migrate.ts';
import type { Database } from './lib/sql.ts';
import { StartupFault } from './lib/startupFault.ts';
import { version } from './lib/version.ts';
import { closeTools, openTools, type Tools } from './tools.ts';
import type { Loop } from './workers/loop.ts';

/** How long a load balancer gets to see that this node is no longer ready. */
const DRAIN_MS = 300;
/** A database that takes longer to say that it is there counts as not there. */
const READY_WITHIN_MS = 1_000;

export type Service = { url: string; stop(): Promise<void> };

/** Database, app and workers, from nothing to listening. */
export async function startService(config: Config, log: Log, say: (line: string) => void): Promise<Service> {
  const opened = await openDatabase(config, 'server', log);
  try {
    await prepareDatabase(opened.target);
    const tools = await openTools(config);
    if (opened.embedded && config.DEMO) {
      const lent = { ...tools, public_url: publicUrlOf(config) };
      await seedDemo({ db: opened.db, now: systemClock.now() }, lent, say);
    }
    return await serve(config, log, opened, tools);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`;
}

async function serve(config: Config, log: Log, opened: OpenDatabase, tools: Tools): Promise<Service> {
  const { db } = opened;
  const state = { stopping: false };
  const public_url = publicUrlOf(config);
  const { box, guard, outgoing, training_app, files, schemas } = tools;
  const app = await createApp({
    db,
    clock: systemClock,
    row_security: config.ROW_SECURITY,
    check_answers: false,
    log,
    trust_proxy: config.TRUST_PROXY,
    serves_api: config.ROLES.includes('api'),
    public_url,
    box,
    version,
    training_app,
    files,
    is_ready: async () => !state.stopping && (await canServe(db)),
    reach: { guard, findBlocked: outgoing.findBlocked },
    skills: { box, outgoing, clock: systemClock, schemas },
  });
  const workers = await startBackground({ config, opened, log, public_url, tools, metrics: app.metrics });
  const url = await listen(app, config);
  return { url, stop: () => stop(state, app, workers, opened, tools) };
}

async function canServe(db: Database): Promise<boolean> {
  const late = sleep(READY_WITHIN_MS, false, { ref: false });
  return Promise.race([isMigrated(db, MIGRATIONS).catch(() => false), late]);
}

async function listen({ server }: App, { HOST, PORT }: Config): Promise<string> {
  try {
    await server.listen({ host: HOST, port: PORT });
  } catch (error) {
    throw new StartupFault(
      `Cannot listen on ${HOST}:${PORT}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const [address] = server.addresses();
  const port = typeof address === 'object' ? address.port : PORT;
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Readiness goes first, then new requests, then running ones end, then what they stood on. */
async function stop(
  state: { stopping: boolean },
  app: App,
  workers: Loop[],
  opened: OpenDatabase,
  tools: Tools,
): Promise<void> {
  if (state.stopping) return;
  state.stopping = true;
  await sleep(DRAIN_MS);
  await Promise.all([app.close(), ...workers.map((worker) => worker.stop())]);
  await closeTools(tools);
  await opened.close();
}
