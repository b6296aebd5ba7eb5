import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { findConnection } from '../../src/lib/sql/embedded/connectionFile.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';

import { eventually } from '../../support/eventually.ts';
import { cleanEnvironment } from '../../support/environment.ts';
import { LONG_TIMEOUTS } from './longTimeouts.ts';
import { makeTools } from './tools.ts';
import { assertNoSecretIn, searchAndRemove } from './secrets.ts';
import { noteSecret } from '../../support/secrets.ts';

/** The password of the admins that `makeKeyIn` creates. */
export const PASSWORD = 'correct horse battery';
/** A timeout that exceeds the service's own shutdown timeout. */
const ENDS_WITHIN_MS = 120_000;
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type ServiceProcess = {
  url: string;
  /** All lines of stdout and stderr so far. */
  lines: string[];
  end(signal: NodeJS.Signals): Promise<{ code: number | null; took_ms: number }>;
};

type Env = Record<string, string>;

/** Returns a data directory for one test file, removed when the file ends. */
export async function freshDataDirectory(): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'service-test-')));
  after(async () => {
    // Services must stop first: without its data, a service does not remove the folder of its socket.
    const inside = endings.filter(({ data_dir }) => data_dir === directory);
    await Promise.all(inside.map(({ end }) => end()));
    await searchAndRemove(directory);
  });
  return directory;
}

const endings: { data_dir: string | undefined; end: () => Promise<void> }[] = [];

function spawnService(env: Env): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    env: cleanEnvironment({ PORT: '0', DEMO: 'off', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the service as a process and waits until it is ready. */
export async function startServiceProcess(env: Env): Promise<ServiceProcess> {
  const { ready, ...service } = launchServiceProcess(env);
  return { url: await ready, ...service };
}

/** Waits until the service reports that it is ready; on a busy machine, its own check can exceed a second. */
export async function waitUntilReady(url: string): Promise<void> {
  await eventually(
    () => fetch(`${url}/readyz`),
    ({ status }) => status === 200,
  );
}

type Launched = Omit<ServiceProcess, 'url'> & { ready: Promise<string> };

/** Starts the service as a process without waiting until it is ready. */
export function launchServiceProcess(env: Env): Launched {
  const child = spawnService(env);
  if (!child.stdout || !child.stderr) throw new Error('the process has no output to read');
  const lines: string[] = [];
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length));
    });
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  void exited.then(() => reject(new Error(lines.join('\n'))));
  ready.catch(() => {});
  const endSurely = async () => {
    // A service with an embedded database must stop that database, so it gets SIGTERM.
    child.kill(env['DATABASE_URL'] ? 'SIGKILL' : 'SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
    await exited;
    clearTimeout(killing);
  };
  endings.push({ data_dir: env['DATA_DIR'], end: endSurely });
  after(async () => {
    await endSurely();
    assertNoSecretIn('the output of the service', lines.filter(isLog).join('\n'));
  });
  const end = async (signal: NodeJS.Signals) => {
    const started_ms = performance.now();
    child.kill(signal);
    const code = await exited;
    return { code, took_ms: performance.now() - started_ms };
  };
  return { ready, lines, end };
}

/** False for lines that contain secrets by design: the demo account of a first start, and mails of the demo. */
function isLog(line: string): boolean {
  return !/^demo (?:key|sign-in) |"text":.*"msg":"mail written"/.test(line);
}

/** Reads the exit code and output of a start that must fail. */
export async function readFailedStart(env: Env): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = spawnService(env);
  if (!child.stdout || !child.stderr) throw new Error('the process has no output to read');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

/** Creates an API key in a new account, directly in the database of the running service. */
export async function makeKeyBeside(data_dir: string, email?: string): Promise<string> {
  const connection = await findConnection(data_dir);
  if (!connection) throw new Error('the service left no connection file');
  const db = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  const key = await makeKeyIn(db, email);
  await db.end({ timeout: 1 });
  return key;
}

/** Creates an account with an API key. */
export async function makeKeyIn(db: Database, email?: string): Promise<string> {
  const now = new Date();
  const tools = makeTools();
  const admin = { email: email ?? `${now.getTime()}@example.com`, full_name: 'Ada', password: PASSWORD };
  noteSecret(PASSWORD);
  const { account_id, user_id } = await createAccount({ db, now, tools }, { name: 'Nord', admin });
  const ctx = { db, account_id, actor: { kind: 'user', user_id }, now, tools } as const;
  return (await createKey(ctx, { name: 'Test', scopes: ['read:tasks', 'write:tasks', 'manage:webhooks'] }))
    .key;
}
