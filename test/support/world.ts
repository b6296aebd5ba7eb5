import { findFreePort } from '../../support/freePort.ts';
import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import type { Context } from '../../src/access/context.ts';
import type { ConnectionShares } from '../../src/access/connectionShares.ts';
import type { RateLimiter } from '../../src/access/rateLimit.ts';
import type { PlatformContext } from '../../src/access/platform.ts';
import { ALL_SCOPES, type Scope } from '../../src/access/scopes.ts';
import type { BackupPlan, Tools, TrainingApp } from '../../src/access/tools.ts';
import { deliveriesWritten } from '../../src/events/emit.ts';
import { createApp, type App } from '../../src/service/app.ts';
import { createAccountWithHash } from '../../src/features/accounts/accounts.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { createSeatWithToken } from '../../src/features/seats/seats.ts';
import { startSender, type Sender, type SenderOptions } from '../../src/features/webhooks/sending/sender.ts';
import { createStaffMember } from '../../src/features/staff/staff.ts';
import { createUserWithHash } from '../../src/features/users/users.ts';
import { createLog } from '../../src/lib/log.ts';
import type { FileStore } from '../../src/lib/files/store.ts';
import type { Proxies } from '../../src/lib/http/proxies.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import type { Tracer } from '../../src/lib/process/tracing/spans.ts';
import { SENDER_CONNECTIONS_WITH_LONG_TIMEOUTS } from './longTimeouts.ts';
import { makeTools } from './tools.ts';
import { callerAt, type Caller } from '../../support/caller.ts';
import { TIMEOUT_FACTOR, NO_OVERLOAD_LIMITS } from './httpServer.ts';
import { holdClock, type HeldClock } from './clock.ts';
import { freshFolderStore, freshS3Store } from './fileStores.ts';
import { cloneDatabase, type FreshDatabase } from './database.ts';
import type { Connection } from './postgres.ts';
import { explainFailures } from './whenFailed.ts';
import { assertNoSecretLogged, logSink, takeLoggedWarnings } from './secrets.ts';
import { noteSecret } from '../../support/secrets.ts';

export type World = {
  url: string;
  /** The connection of the world's database, for another process. */
  connection: Connection;
  /** The tools that operations use: files, keys, the network and others. */
  tools: Tools;
  /** Returns the operator's context, without HTTP. */
  platform(): PlatformContext;
  db: Database;
  clock: HeldClock;
  files: FileStore;
  app: App;
  nobody: Caller;
  as(token: string): Caller;
  account(name?: string): Promise<Tenant>;
  /** Creates a member of the platform staff. */
  staff(full_name?: string): Promise<TestUser>;
  /** Starts another service on the same database, like a second process, and returns its URL. */
  addNode(): Promise<string>;
  /** Starts a sender of webhooks. It stops with the test file if the test does not stop it. */
  startSender: (changes?: Partial<SenderOptions>) => Sender;
};

export type WorldOptions = {
  webhook_allow?: string[];
  dns_servers?: string[];
  training_app?: TrainingApp;
  rate_limit?: RateLimiter;
  trust_proxy?: Proxies;
  sends_mail?: boolean;
  backups?: BackupPlan;
  tracer?: Tracer;
  files?: FileStore;
  /** Multiplies the timeouts of requests; 1 as in production. */
  deadline_factor?: number;
  /** True for tests of features that only a single server has. */
  on_one_server?: boolean;
};

/** An account with its users and callers. */
export type Tenant = {
  account_id: string;
  admin_id: string;
  admin: { email: string; password: string };
  /** Returns the admin's context, without HTTP. */
  ctx(): Context;
  api(scopes?: readonly Scope[]): Promise<Caller & { key_id: string }>;
  user(full_name?: string): Promise<string>;
  /** Creates paired glasses on a seat of a new user. */
  device(options?: { user_id?: string; roles?: ('trainer' | 'trainee')[] }): Promise<Device>;
};

export type TestUser = { user_id: string; email: string; password: string };

export type Device = Caller & { seat_id: string; user_id: string };

/** The password of everyone in a world. */
export const PASSWORD = 'correct horse battery';

let cheap_hash: Promise<string> | undefined;

/**
 * Returns a hash with the least cost that Argon2 allows, because the users of the tests sign in thousands of times. A
 * hash contains its cost, so the service verifies it as it is.
 */
function hashOfPassword(): Promise<string> {
  return (cheap_hash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 }));
}

/** Starts a service on its own database. Both end with the test file. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  noteSecret(PASSWORD);
  const fresh = await cloneDatabase({ on_one_server: options.on_one_server ?? false });
  const clock = holdClock();
  const nodes: App[] = [];
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const files =
    options.files ?? (await (process.env['FILES'] === 's3' ? freshS3Store() : freshFolderStore()));
  const tools = makeTools({ ...options, clock, files, public_url: url });
  const senders = prepareSenders(fresh, clock, tools);
  const addNode = async (on = 0) => {
    const app = await startNode({ ...options, db: fresh.db, tools }, on);
    nodes.push(app);
    return app.server.listeningOrigin;
  };
  explainFailures(takeLoggedWarnings);
  after(async () => {
    await Promise.all(nodes.map((app) => app.close()));
    await senders.stop();
    await tools.outgoing.close();
    await tools.schemas.close();
    await fresh.drop();
    assertNoSecretLogged();
  });

  await addNode(port);
  const [app] = nodes as [App];
  const as = (token: string) => callerAt(url, token);
  const platform = (): PlatformContext => ({ db: fresh.db, now: clock.now(), tools });
  const account = (name?: string) => openAccount(platform, as, name);
  return {
    url,
    connection: fresh.connection,
    db: fresh.db,
    clock,
    files,
    app,
    nobody: callerAt(url),
    as,
    account,
    staff: (full_name) => openStaff(platform(), full_name),
    addNode: () => addNode(),
    tools,
    platform,
    startSender: senders.start,
  };
}

function prepareSenders(fresh: FreshDatabase, clock: HeldClock, { box, outgoing }: Tools) {
  const running: { sender: Sender; db: Database; stopListening: () => void }[] = [];
  const log = createLog('trace', logSink);
  return {
    start: (changes: Partial<SenderOptions> = {}): Sender => {
      const db = connect(fresh.connection, SENDER_CONNECTIONS_WITH_LONG_TIMEOUTS);
      const sending = { box, outgoing, random: Math.random, user_agent: 'Test' };
      const defaults = { db, events_db: fresh.db, log, clock, ...sending };
      const sender = startSender({ ...defaults, ...changes });
      running.push({ sender, db, stopListening: deliveriesWritten.subscribe(sender.wake) });
      return sender;
    },
    async stop() {
      for (const { sender, db, stopListening } of running) {
        stopListening();
        await sender.stop(100);
        await db.end({ timeout: 1 });
      }
    },
  };
}

type NodeParts = { db: Database; tools: Tools; shares?: ConnectionShares | undefined } & Pick<
  WorldOptions,
  'rate_limit' | 'trust_proxy' | 'tracer' | 'deadline_factor'
>;

/** Starts a service; port 0 means any free port. */
export async function startNode(
  { db, tools, shares, rate_limit, trust_proxy = false, tracer, deadline_factor = TIMEOUT_FACTOR }: NodeParts,
  port: number,
): Promise<App> {
  const app = await createApp({
    db,
    row_security: process.env['ROW_SECURITY'] === 'on',
    check_answers: true,
    log: createLog('trace', logSink),
    trust_proxy,
    max_connections_per_address: 512,
    rate_limit,
    shares,
    tracer,
    max_event_loop_delay_ms: NO_OVERLOAD_LIMITS.max_event_loop_delay_ms,
    deadline_factor,
    serves_api: true,
    tools,
    version: '0.0.0',
    readiness: async () => ({ is_ready: true, unopened_secrets: 0 }),
    metrics_access: 'open',
  });
  await app.server.listen({ host: '127.0.0.1', port });
  return app;
}

async function openStaff(platform: PlatformContext, full_name = 'Sol Staff'): Promise<TestUser> {
  const person = { email: `staff-${randomUUID()}@example.com`, password: PASSWORD };
  const { user_id } = await createStaffMember(platform, { ...person, full_name });
  return { user_id, ...person };
}

async function openAccount(
  platform: () => PlatformContext,
  as: (token: string) => Caller,
  name = 'Werkstatt Nord',
): Promise<Tenant> {
  const password_hash = await hashOfPassword();
  const admin = { email: `admin-${randomUUID()}@example.com`, full_name: 'Ada Admin', password_hash };
  const { account_id, user_id } = await createAccountWithHash(platform(), name, admin);
  const ctx = (): Context => ({ ...platform(), account_id, actor: { kind: 'user', user_id } });
  const user = async (full_name = 'Bo Builder') => {
    const email = `user-${randomUUID()}@example.com`;
    return (await createUserWithHash(ctx(), { email, full_name, is_admin: false, password_hash })).user_id;
  };
  return {
    account_id,
    admin_id: user_id,
    admin: { email: admin.email, password: PASSWORD },
    user,
    async device(options = {}) {
      const wearer = options.user_id ?? (await user());
      const roles = options.roles ?? ['trainer', 'trainee'];
      const seat = { user_id: wearer, device_name: 'Glasses', roles };
      const { seat_id, device_token } = await createSeatWithToken(ctx(), seat);
      return { ...as(device_token), seat_id, user_id: wearer };
    },
    ctx,
    async api(scopes = ALL_SCOPES) {
      const { id, key } = await createKey(ctx(), { name: 'Test', scopes: [...scopes] });
      return { ...as(key), key_id: id };
    },
  };
}
