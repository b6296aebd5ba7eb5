import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../src/access/context.ts';
import { prepareDatabase } from '../../src/database/database.ts';
import { subscribeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import type { EventType } from '../../src/events/catalogue.ts';
import { createLog } from '../../src/lib/log.ts';
import { acquireDirectoryLock, startEmbeddedPostgres } from '../../src/lib/sql/embedded/embedded.ts';
import { connect, type ConnectionTarget, type Database } from '../../src/lib/sql/sql.ts';
import { seedAccount } from './accounts.ts';
import { startSenderAt } from './sender.ts';
import { makeTools } from './tools.ts';

export type BenchDatabase = {
  db: Database;
  target: ConnectionTarget;
  account(): Promise<Context>;
  endpoint(ctx: Context, url: string, events?: EventType[]): Promise<string>;
  startSender(): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
};

/** Starts a separate database with full durability (no fsync shortcuts). */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const data_dir = await mkdtemp(join(tmpdir(), 'webhook-bench-'));
  const lock = await acquireDirectoryLock(data_dir, 'command');
  const postgres = await startEmbeddedPostgres({ data_dir, log: createLog('silent') });
  const target = postgres.connection;
  await prepareDatabase(target);
  const db = connect(target);
  const tools = makeTools();
  return {
    db,
    target,
    account: async () => (await seedAccount(db)).ctx,
    endpoint: async (ctx, url, events = ['task.created']) =>
      (await subscribeEndpoint(ctx, { url, events })).id,
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
