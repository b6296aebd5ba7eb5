import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ConnectionSettings } from '../../../../../src/lib/sql/embedded/connectionFile.ts';
import { acquireDirectoryLock } from '../../../../../src/lib/sql/embedded/directoryLock.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../../../src/lib/sql/embedded/embedded.ts';
import { connect, type Database } from '../../../../../src/lib/sql/sql.ts';
import { LONG_TIMEOUTS } from '../../../../support/longTimeouts.ts';
import { cleanUpAtEnd } from './cleanUp.ts';
import { silentLog } from './silentLog.ts';
import { killIfThere, listServerProcesses } from '../../../../../support/postgresProcesses.ts';

export const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));

/** Runs the server in this process until the test ends. */
export async function startInThisProcess(t: TestContext, data_dir: string): Promise<EmbeddedPostgres> {
  const lock = await acquireDirectoryLock(data_dir, 'server');
  cleanUpAtEnd(t, () => lock.release());
  const database = await startEmbeddedPostgres({ data_dir, log: silentLog, settings: { fsync: 'off' } });
  cleanUpAtEnd(t, () => database.stop());
  const stop = async (): Promise<void> => {
    await database.stop();
    await lock.release();
  };
  return { ...database, stop };
}

export type ServerInOtherProcess = { child: ChildProcess; connection: ConnectionSettings };

/** Runs the server in another process, which the test can kill. */
export async function startInOtherProcess(
  t: TestContext,
  data_dir: string,
  program = { node: process.execPath, server: SERVER },
): Promise<ServerInOtherProcess> {
  const child = spawn(program.node, [program.server, data_dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const connection: ConnectionSettings = JSON.parse(line);
    // A process that the test kills cannot remove its run directory.
    cleanUpAtEnd(t, () => rm(path.dirname(connection.host), { recursive: true, force: true }));
    cleanUpAtEnd(t, () => endServer(child, data_dir));
    return { child, connection };
  }
  throw new Error('the server process ended before it was ready');
}

/** Reads the exit code and error message of a start that must fail. */
export async function readFault(data_dir: string): Promise<{ code: unknown; message: string }> {
  const child = spawn(process.execPath, [SERVER, data_dir], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, message };
}

export function connectTo(t: TestContext, connection: ConnectionSettings): Database {
  const sql = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  cleanUpAtEnd(t, () => sql.end({ timeout: 0 }));
  return sql;
}

/** Ends all server processes, even if the test has failed. */
export async function endServer(child: ChildProcess, data_dir: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  for (const { pid } of listServerProcesses(data_dir)) killIfThere(pid);
}
