import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import type { Connection } from '../../../../src/lib/postgres/connectionFile.ts';
import { holdDirectory } from '../../../../src/lib/postgres/directoryLock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../src/lib/postgres/embedded.ts';
import { silentLog } from './silentLog.ts';
import { listServerProcesses } from './processes.ts';

/** Runs the server under this process until the test ends. */
export async function startHere(t: TestContext, data_dir: string): Promise<EmbeddedPostgres> {
  const lock = await holdDirectory(data_dir, 'server');
  t.after(() => lock.release());
  const database = await startEmbeddedPostgres({ data_dir, log: silentLog, settings: { fsync: 'off' } });
  t.after(() => database.stop());
  const stop = async (): Promise<void> => {
    await database.stop();
    await lock.release();
  };
  return { ...database, stop };
}

export type Elsewhere = { child: ChildProcess; connection: Connection };

/** Runs the server under a process that can be killed. */
export async function startElsewhere(t: TestContext, data_dir: string): Promise<Elsewhere> {
  const child = spawn(process.execPath, [SERVER, data_dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => endServer(child, data_dir));
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, connection: JSON.parse(line) };
  }
  throw new Error('the server process ended before it was ready');
}

/** What a start that must fail tells the operator. */
export async function readFault(data_dir: string): Promise<{ code: unknown; message: string }> {
  const child = spawn(process.execPath, [SERVER, data_dir], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, message };
}

export function connectTo(t: TestContext, connection: Connection): postgres.Sql {
  const sql = postgres({ ...connection, max: 1, onnotice: () => {} });
  t.after(() => sql.end({ timeout: 0 }));
  return sql;
}

export const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));

async function endServer(child: ChildProcess, data_dir: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  for (const { pid } of listServerProcesses(data_dir)) process.kill(pid, 'SIGKILL');
}
