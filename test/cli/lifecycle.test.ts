import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite, test } from 'node:test';
import { findConnection } from '../../src/lib/sql/embedded/connectionFile.ts';
import { identifyDirectory } from '../../src/lib/sql/embedded/dataDirectory.ts';
import { acquireDirectoryLock } from '../../src/lib/sql/embedded/directoryLock.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import {
  runSuccessfully,
  freshDirectory,
  commandOutcomeOf,
  runCli,
  runJson,
  spawnCli,
  startServer,
} from './support/cli.ts';

const directory = await freshDirectory();
const NOTHING_DONE = { error: 'INTERNAL_ERROR', message: 'Interrupted; nothing was changed' };
/** The answer after ten seconds, if a busy machine could not stop a server in time. */
const TOO_LATE = { error: 'INTERNAL_ERROR', message: 'Interrupted; the running work did not end in time' };
const ids = { sequence: 0 };

function newAccount(): string[] {
  const email = `admin${++ids.sequence}@acme.example`;
  return `account create --name Acme --admin-email ${email} --admin-name Ada --admin-password 12345678`.split(
    ' ',
  );
}

test('concurrent commands on an empty directory run one after the other', async () => {
  const env = { DATA_DIR: join(directory, 'turns') };
  const ran = await Promise.all([1, 2, 3].map(() => runJson(env, newAccount())));
  assert.deepEqual(
    ran.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.equal(new Set(ran.map(({ answer }) => answer['account_id'])).size, 3);
  assert.deepEqual(await listServers(env.DATA_DIR), []);
});

test('a command during the start of a server waits for it', async () => {
  const env = { DATA_DIR: join(directory, 'starting') };
  const starting = startServer(env);
  const early = await Promise.all([runJson(env, newAccount()), runJson(env, newAccount())]);
  const server = await starting;
  const late = await runJson(env, newAccount());
  assert.equal(await server.stop(), 0);
  assert.deepEqual(
    [...early, late].map(({ code }) => code),
    [0, 0, 0],
  );
});

test('a server that starts during a command waits for it', async () => {
  const env = { DATA_DIR: join(directory, 'turns') };
  const [ran, server] = await Promise.all([runJson(env, newAccount()), startServer(env)]);
  assert.equal(await server.stop(), 0);
  assert.equal(ran.code, 0);
});

suite('an interrupted command', () => {
  test('an interrupted command leaves no process, at any time of the signal', async () => {
    const env = { DATA_DIR: join(directory, 'interrupted') };
    for (const wait_ms of [120, 200, 350, 600]) {
      const child = spawnCli(env, [...newAccount(), '--json']);
      const outcome = commandOutcomeOf(child);
      await sleep(wait_ms);
      child.kill('SIGINT');
      const { code, stdout } = await outcome;
      if (child.signalCode === null) assertOneLine(stdout, code);
      if (stdout.includes(TOO_LATE.message)) await untilNoServers(env.DATA_DIR);
      assert.deepEqual(await listServers(env.DATA_DIR), []);
    }
    assert.equal((await runJson(env, newAccount())).code, 0);
    assert.deepEqual(await listServers(env.DATA_DIR), []);
  });

  test('an interrupted command that waits for the directory ends immediately', async () => {
    const DATA_DIR = join(directory, 'held');
    const lock = await acquireDirectoryLock(DATA_DIR, 'command');
    const asked = whenAsked();
    const child = spawnCli({ DATA_DIR }, [...newAccount(), '--json']);
    const outcome = commandOutcomeOf(child);
    await asked;
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await outcome;
    await lock.release();
    assert.equal(code, 130);
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), NOTHING_DONE);
    assert.deepEqual(await readdir(DATA_DIR), []);
  });
});

/** Resolves when a waiting process asks this process, which holds the directory. */
function whenAsked(): Promise<void> {
  return new Promise((resolve) => subscribe('net.server.socket', () => resolve()));
}

function assertOneLine(stdout: string, code: number | null): void {
  const answer = JSON.parse(stdout);
  if (code === 130) assert.deepEqual(answer, stdout.includes(TOO_LATE.message) ? TOO_LATE : NOTHING_DONE);
  else assert.deepEqual([code, Object.keys(answer)], [0, ['account_id', 'user_id']]);
}

test('an error names every invalid setting', async () => {
  const env = { PORT: 'x', DEMO: 'maybe', DATA_DIR: join(directory, 'unused') };
  const message = 'Invalid settings: PORT: must be a number from 0 to 65535; DEMO: must be on or off';
  assert.deepEqual(await runJson(env, newAccount()), {
    code: 1,
    answer: { error: 'INTERNAL_ERROR', message },
  });
  assert.deepEqual(await runCli(env, newAccount()), { code: 1, stdout: '', stderr: `${message}\n` });
});

test('an error names an unreachable DATABASE_URL', async () => {
  const { code, answer } = await runJson({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, newAccount());
  assert.equal(code, 1);
  assert.equal(answer['error'], 'INTERNAL_ERROR');
  assert.match(answer['message'] ?? '', /^The database cannot be reached: /);
});

test('an empty DATABASE_URL is migrated, by two commands at once', async () => {
  const DATA_DIR = join(directory, 'starting');
  const server = await startServer({ DATA_DIR });
  const connection = await findConnection(DATA_DIR);
  assert.ok(connection);
  const db = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  await db`create database empty`;
  await db.end();

  const { host, username, password } = connection;
  const env = { DATABASE_URL: 'postgres:///empty', PGHOST: host, PGUSER: username, PGPASSWORD: password };
  const ran = await Promise.all([runJson(env, newAccount()), runJson(env, newAccount())]);
  const { account_id } = await runSuccessfully(env, newAccount().join(' '));
  const { key } = await runSuccessfully(env, `key create --account ${account_id} --name CI --scopes all`);
  await server.stop();
  assert.deepEqual(
    ran.map(({ code }) => code),
    [0, 0],
  );
  assert.match(key ?? '', /^tak_/);
});

test('a command loads neither the app nor a library it does not need', async () => {
  const { stderr } = await runCli({ NODE_DEBUG: 'esm' }, ['help', 'key']);
  assert.match(stderr, /cli\/keys\.ts/);
  for (const name of ['fastify', 'typebox', '/pino/', 'src/service/app.ts', 'cli/seats.ts']) {
    assert.ok(!stderr.includes(name), name);
  }
});

async function untilNoServers(data_dir: string): Promise<void> {
  await eventually(
    () => listServers(data_dir),
    ({ length }) => length === 0,
  );
}

/** Lists the database servers that still run in a directory, identified by their cluster name. */
async function listServers(data_dir: string): Promise<string[]> {
  const cluster_name = await identifyDirectory(join(data_dir, 'postgres')).catch(() => undefined);
  if (!cluster_name) return [];
  // The pattern ends at a word boundary, because another cluster name may begin with this one.
  const named = new RegExp(`${cluster_name}\\b`);
  const processes = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const commands = await Promise.all(
    processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => named.test(command));
}
