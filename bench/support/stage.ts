import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import type { Context } from '../../src/access/context.ts';
import type { Tools } from '../../src/access/tools.ts';
import { prepareDatabase } from '../../src/database.ts';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { subscribe } from '../../src/features/webhooks/endpoints.ts';
import { startSending } from '../../src/features/webhooks/sending/start.ts';
import type { EventType } from '../../src/events/catalogue.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { folderStore } from '../../src/lib/files/folder.ts';
import { createLog } from '../../src/lib/log.ts';
import { createGuard } from '../../src/lib/net/guard.ts';
import { createOutgoing } from '../../src/lib/outgoing/outgoing.ts';
import { holdDirectory } from '../../src/lib/postgres/directoryLock.ts';
import { startEmbeddedPostgres } from '../../src/lib/postgres/embedded.ts';
import { createSecretBox } from '../../src/lib/secretBox.ts';
import { connect, type ConnectionTarget, type Database } from '../../src/lib/sql.ts';
import { connectTools } from '../../src/tools.ts';

const KEY = Buffer.alloc(32, 7);
export const ALLOWED = ['127.0.0.0/8'];

/** Everything a sender needs, made the same way in every process of a bench. */
export function makeTools(): Tools {
  const guard = createGuard(ALLOWED);
  const outgoing = createOutgoing({ guard });
  const parts = {
    box: createSecretBox(KEY),
    guard,
    outgoing,
    clock: systemClock,
    files: folderStore('/nowhere'),
  };
  return { ...connectTools(parts), public_url: '' };
}

export type Stage = {
  db: Database;
  target: ConnectionTarget;
  account(): Promise<Context>;
  endpoint(ctx: Context, url: string, events?: EventType[]): Promise<string>;
  startSender(): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
};

/** A database of its own that forgets nothing at a power cut either. */
export async function openStage(): Promise<Stage> {
  const data_dir = await mkdtemp(join(tmpdir(), 'webhook-bench-'));
  const lock = await holdDirectory(data_dir, 'command');
  const postgres = await startEmbeddedPostgres({ data_dir, log: createLog('silent') });
  const target = postgres.connection;
  await prepareDatabase(target);
  const db = connect(target);
  const tools = makeTools();
  let accounts = 0;
  return {
    db,
    target,
    async account() {
      const admin = { email: `admin-${accounts++}@example.com`, full_name: 'Ada', password: 'correct horse' };
      const { account_id, user_id } = await createAccount(
        { db, now: new Date(), tools },
        { name: 'Bench', admin },
      );
      return { db, account_id, actor: { kind: 'user', user_id }, now: new Date(), tools };
    },
    endpoint: async (ctx, url, events = ['task.created']) => (await subscribe(ctx, { url, events })).id,
    startSender: () => startSenderAt(target, db),
    async close() {
      await tools.outgoing.close();
      await db.end({ timeout: 1 });
      await postgres.stop();
      await lock.release();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}

export async function startSenderAt(target: ConnectionTarget, db: Database, lease_ms = 40_000) {
  const { box, outgoing } = makeTools();
  const log = createLog('warn');
  return startSending({
    db,
    target,
    box,
    outgoing,
    log,
    metrics: new Registry(),
    lease_ms,
    stop_within_ms: 2_000,
  });
}

/** Another process; what it needs to know goes along as JSON. */
export function startProcess(file: string, input: unknown): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return fork(path, [], { env: { ...process.env, BENCH_INPUT: JSON.stringify(input) } });
}

export function readInput(): any {
  return JSON.parse(process.env['BENCH_INPUT'] ?? 'null');
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The same clock in every process of the machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function table(rows: Record<string, string | number>[]): void {
  process.stdout.write(
    `${rows
      .map((row) =>
        Object.entries(row)
          .map(([name, value]) => `${name}: ${value}`)
          .join('   '),
      )
      .join('\n')}\n`,
  );
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
