import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../src/access/context.ts';
import { ALL_SCOPES } from '../../src/access/scopes.ts';
import { prepareDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { createLog } from '../../src/lib/log.ts';
import {
  type ConnectionSettings,
  findConnection,
  acquireDirectoryLock,
  startEmbeddedPostgres,
} from '../../src/lib/sql/embedded/embedded.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import type { Person } from '../../support/console.ts';
import { PASSWORD, seedAccount } from './accounts.ts';
import { loadTasks } from './loadTasks.ts';
import type { FindBackends } from './measure.ts';
import { startService, type RunningService } from './service.ts';
import { makeTools } from './tools.ts';

/** An account of the bench with its admin's context and credentials, and an API key. */
export type BenchAccount = { ctx: Context; person: Person; key: string; rows: number };

/** The service as `npm start` runs it, and its data. */
export type BenchService = {
  service: RunningService;
  connection: ConnectionSettings;
  /** The connections have long timeouts, because the measured requests share the database. */
  db: Database;
  small: BenchAccount;
  large: BenchAccount;
  /** Finds the database processes of connections with this application name. */
  backends: (name: string) => FindBackends;
  close(): Promise<void>;
};

const SMALL = 1_000;
const PATIENT = {
  max: 4,
  deadline_ms: 3 * 60 * 60_000,
  session: { synchronous_commit: 'off', maintenance_work_mem: '1GB', work_mem: '256MB' },
};

export type BenchServiceOptions = {
  rows: number;
  /** A data directory that is kept; without it, the data is created and removed. */
  data_dir: string | undefined;
};

export async function openBenchService({ rows, data_dir: kept }: BenchServiceOptions): Promise<BenchService> {
  const data_dir = kept ?? (await mkdtemp(join(tmpdir(), 'bench-')));
  await loadAccounts(data_dir, [SMALL, rows]);
  const service = await startService({
    DATA_DIR: data_dir,
    WEBHOOK_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'info',
  });
  const connection = await findConnection(data_dir);
  if (!connection) throw new Error('the service left no connection file');
  const db = connect(connection, PATIENT);
  return {
    service,
    connection,
    db,
    small: await findBenchAccount(db, SMALL),
    large: await findBenchAccount(db, rows),
    backends: (name) => () => listBackends(db, name),
    async close() {
      await db.end({ timeout: 1 });
      await service.stop();
      if (!kept) await rm(data_dir, { recursive: true, force: true });
    },
  };
}

// across accounts: of the whole server
async function listBackends(db: Database, name: string): Promise<number[]> {
  const rows = await db<{ pid: number }[]>`
    select pid
    from pg_stat_activity
    where application_name = ${name}
      and pid <> pg_backend_pid()`;
  return rows.map(({ pid }) => pid);
}

/** Loads the data before the service starts, so that no background work runs meanwhile. */
async function loadAccounts(data_dir: string, sizes: number[]): Promise<void> {
  const lock = await acquireDirectoryLock(data_dir, 'command');
  const postgres = await startEmbeddedPostgres({ data_dir, log: createLog('silent') });
  try {
    await prepareDatabase(postgres.connection);
    const db = connect(postgres.connection, PATIENT);
    for (const rows of sizes) await loadAccount(db, rows);
    await db.end();
  } finally {
    await postgres.stop();
    await lock.release();
  }
}

const tools = makeTools();
const nameOf = (rows: number) => `Bench ${rows}`;

export async function loadAccount(db: Database, rows: number): Promise<void> {
  const found = await db`select 1 from accounts where name = ${nameOf(rows)}`;
  if (found.length > 0) return;
  process.stderr.write(`loading ${rows} tasks …\n`);
  const { ctx } = await seedAccount(db, nameOf(rows));
  await loadTasks(ctx, rows);
}

/**
 * Creates an account for writes that no other row reads, because replayed statements give thousands of rows the same
 * timestamp.
 */
export async function makeBenchAccount(db: Database, name: string): Promise<BenchAccount> {
  const { ctx, person } = await seedAccount(db, name);
  const { key } = await createKey(ctx, { name: 'Bench', scopes: [...ALL_SCOPES] });
  return { ctx, person, key, rows: 0 };
}

export async function findBenchAccount(db: Database, rows: number): Promise<BenchAccount> {
  const [found] = await db<{ account_id: string; user_id: string; email: string }[]>`
    select account.id as account_id, person.id as user_id, person.email
    from accounts as account
    join users as person on person.account_id = account.id and person.is_admin
    where account.name = ${nameOf(rows)}`;
  if (!found) throw new Error(`no account with ${rows} tasks`);
  const { account_id, user_id, email } = found;
  const ctx: Context = { db, account_id, actor: { kind: 'user', user_id }, now: new Date(), tools };
  const { key } = await createKey(ctx, { name: 'Bench', scopes: [...ALL_SCOPES] });
  return { ctx, person: { email, password: PASSWORD }, key, rows };
}
