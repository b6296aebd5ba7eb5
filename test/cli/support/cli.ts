import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

import { cleanEnvironment } from '../../../support/environment.ts';
import { noteSecret } from '../../../support/secrets.ts';
import { cloneDatabase, databaseSettings } from '../../support/database.ts';
import { searchAndRemove } from '../../support/secrets.ts';

const CLI = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));
const SERVER = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

export type CommandEnvironment = Record<string, string>;
export type CommandOutcome = { code: number | null; stdout: string; stderr: string };
export type Server = { url: string; stop(): Promise<number | null> };

const servers: Server[] = [];

/** Returns a data directory for one test file, removed when the file ends. */
export async function freshDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tenant-ops-cli-'));
  after(async () => {
    await stopServers();
    await searchAndRemove(directory);
  });
  return directory;
}

/** Stops the servers before their directory is removed. */
async function stopServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
}

/** Reads where the commands of this environment find the database. */
export function readTarget(env: CommandEnvironment) {
  return {
    host: env['PGHOST'] ?? '',
    port: Number(env['PGPORT']),
    username: env['PGUSER'] ?? '',
    password: env['PGPASSWORD'] ?? '',
    database: env['DATABASE_URL']?.split('/').at(-1) ?? '',
  };
}

/** Opens an installation with a prepared database, so that each command does not have to start a database server. */
export async function openInstallation(): Promise<CommandEnvironment & { DATA_DIR: string }> {
  const [fresh, DATA_DIR] = await Promise.all([cloneDatabase(), freshDirectory()]);
  after(async () => {
    await stopServers();
    await fresh.drop();
  });
  return { ...databaseSettings(fresh.connection), DATA_DIR };
}

export function spawnCli(env: CommandEnvironment, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], { env: cleanEnvironment(env) });
}

export async function runCli(
  env: CommandEnvironment,
  args: readonly string[],
  input = '',
): Promise<CommandOutcome> {
  for (const [at, flag] of args.entries()) if (flag.endsWith('password')) noteSecret(args[at + 1]);
  const child = spawnCli(env, args);
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return commandOutcomeOf(child);
}

export async function commandOutcomeOf(child: ChildProcess): Promise<CommandOutcome> {
  if (!child.stdout || !child.stderr) throw new Error('the process has no output to read');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

/** Returns the members of the single line that `--json` prints; any other output is an error. */
export async function runJson(env: CommandEnvironment, args: readonly string[], input?: string) {
  const ran = await runCli(env, [...args, '--json'], input);
  const [line = '', end, ...more] = ran.stdout.split('\n');
  if (end !== '' || more.length > 0 || ran.stderr !== '') throw new Error(JSON.stringify(ran));
  const answer = JSON.parse(line) as Record<string, string>;
  noteSecret(answer['secret']);
  return { code: ran.code, answer };
}

/** Runs a command that must succeed and returns its output. */
export async function runSuccessfully(env: CommandEnvironment, line: string, values: readonly string[] = []) {
  const { code, answer } = await runJson(env, [...line.split(' '), ...values]);
  if (code !== 0) throw new Error(`${line}: ${JSON.stringify(answer)}`);
  return answer;
}

export async function startServer(env: CommandEnvironment): Promise<Server> {
  const child = spawn(process.execPath, [SERVER], {
    env: cleanEnvironment({ PORT: '0', LOG_LEVEL: 'silent', DEMO: 'off', ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await exited;
    return code;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    const server = { url: line.slice('ready '.length), stop };
    servers.push(server);
    return server;
  }
  throw new Error('the server ended before it was ready');
}
