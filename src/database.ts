import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Log } from './lib/log.ts';
import { findConnection } from './lib/postgres/connectionFile.ts';
import { findHolder, holdDirectory, type Holder } from './lib/postgres/directoryLock.ts';
import { startEmbeddedPostgres } from './lib/postgres/embedded.ts';
import { connect, type ConnectionTarget, type ConnectOptions, type Database } from './lib/sql.ts';
import { StartupFault } from './lib/startupFault.ts';

export type OpenDatabase = {
  db: Database;
  embedded: boolean;
  /** More connections to it, for work that must not wait behind the rest. */
  connect: (options: ConnectOptions) => Database;
  close(): Promise<void>;
};

const CLOSE_WITHIN_S = 3;
const STARTING_POLL_MS = 50;

/** The database of the settings: the one at DATABASE_URL, or the embedded one, started if nobody runs it. */
export async function openDatabase(config: Config, as: Holder, log: Log): Promise<OpenDatabase> {
  if (config.DATABASE_URL) return openServer(config.DATABASE_URL);
  if (as === 'command') {
    const running = await findRunning(config.DATA_DIR);
    if (running) return openServer(running);
  }
  return openEmbedded(config.DATA_DIR, as, log);
}

/** A server that is just starting holds the directory before it says how to reach it. */
async function findRunning(data_dir: string): Promise<ConnectionTarget | undefined> {
  while ((await findHolder(data_dir)) === 'server') {
    const connection = await findConnection(data_dir);
    if (connection) return connection;
    await sleep(STARTING_POLL_MS);
  }
  return undefined;
}

async function openServer(target: ConnectionTarget): Promise<OpenDatabase> {
  const db = connect(target);
  try {
    await db`select 1`;
  } catch (error) {
    await db.end({ timeout: 0 });
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    throw new StartupFault(`The database cannot be reached: ${reason}`);
  }
  return {
    db,
    embedded: false,
    connect: (options) => connect(target, options),
    close: () => db.end({ timeout: CLOSE_WITHIN_S }),
  };
}

async function openEmbedded(data_dir: string, as: Holder, log: Log): Promise<OpenDatabase> {
  const lock = await holdDirectory(data_dir, as);
  try {
    const postgres = await startEmbeddedPostgres({ data_dir, log });
    const { db, connect } = await openServer(postgres.connection);
    return {
      db,
      embedded: true,
      connect,
      async close() {
        await db.end({ timeout: CLOSE_WITHIN_S });
        await postgres.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
