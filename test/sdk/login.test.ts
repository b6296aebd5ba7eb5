/* OAuth login on the command line, and shell completion. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { readHiddenLine } from '../../sdk/src/cli/readSecret.ts';
import { FIRST_WORDS, runCommand } from '../../sdk/src/cli/run.ts';
import { VERBS } from '../../sdk/src/cli/verbs.ts';
import { findFreePort } from '../../support/freePort.ts';
import { noteSecret } from '../../support/secrets.ts';
import { adminBrowser, allowAccess, connectApp, makeApp, refresh } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const folder = await mkdtemp(join(tmpdir(), 'login-'));
after(() => rm(folder, { recursive: true, force: true }));
const world = await openWorld();
// The command line compares token expiry with the machine's clock, so the service's clock must agree with it.
world.clock.advance(Date.now() - world.clock.now().getTime());
const tenant = await world.account();
const port = await findFreePort();
const origin = `http://127.0.0.1:${port}`;
const app = await makeApp(world, tenant, { redirect_uris: [`${origin}/callback`], active: false });
const browser = await adminBrowser(world, tenant);
const env = { XDG_CONFIG_HOME: folder, HOME: folder };
const file = join(folder, 'tenant-ops/login.json');
const LOGIN = ['login', '--url', world.url, '--client-id', app.client_id, '--port', String(port)];

/** Runs a command; `show` receives the URL that it prints. */
async function run(words: readonly string[], show: (address: string) => Promise<unknown> = async () => {}) {
  const shown: Promise<unknown>[] = [];
  const outcome = await runCommand([...words, '--json'], {
    env,
    call: 'tenant-ops',
    readKey: async () => `${app.client_secret}\n`,
    showPage: (address) => void shown.push(show(address)),
  });
  await Promise.all(shown);
  return { code: outcome.code, answer: JSON.parse(outcome.out) };
}

/** Acts as the browser of a user who allows the app. */
async function comeBack(address: string, change: (back: URL) => void = () => {}): Promise<Response> {
  const { pathname, search } = new URL(address);
  const back = new URL((await allowAccess(browser, pathname + search)).location ?? '');
  change(back);
  return fetch(back);
}

async function readTokens(): Promise<{ access_token: string; refresh_token: string; expires_at: string }> {
  const { tokens } = JSON.parse(await readFile(file, 'utf8')).connection;
  noteSecret(tokens.access_token);
  noteSecret(tokens.refresh_token);
  return tokens;
}

/** Makes the access token look expired. */
async function letExpire(): Promise<void> {
  const kept = JSON.parse(await readFile(file, 'utf8'));
  kept.connection.tokens.expires_at = new Date(0).toISOString();
  await writeFile(file, JSON.stringify(kept));
}

test('a callback with another state does not end the login and connects nothing', async () => {
  const strange = async (address: string) => {
    const other = await comeBack(address, (back) => back.searchParams.set('state', 'planted'));
    assert.deepEqual([other.status, await stat(file).catch(() => 'none')], [404, 'none']);
    assert.equal((await fetch(`${origin}/other`)).status, 404);
    const state = new URL(address).searchParams.get('state');
    await fetch(`${origin}/callback?state=${state}&error=access_denied&error_description=No`);
  };
  const { code, answer } = await run(LOGIN, strange);
  assert.deepEqual([code, answer], [1, { error: 'AuthorizationError', message: 'No' }]);
  assert.equal(await stat(file).catch(() => 'none'), 'none');
});

test('login connects with the browser callback, and commands use its account', async () => {
  const { code, answer } = await run(LOGIN, comeBack);
  assert.deepEqual([code, answer], [0, { url: world.url, scope: 'read:tasks write:tasks' }]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await readTokens();
  const made = await run(['tasks', 'create', '--title', 'By OAuth']);
  assert.deepEqual([made.code, made.answer.title], [0, 'By OAuth']);
  const refused = await run(['users', 'list']);
  assert.deepEqual([refused.code, refused.answer.error], [1, 'INSUFFICIENT_PERMISSIONS']);
});

test('an expired token is refreshed once, also by concurrent commands', async () => {
  const before = await readTokens();
  await letExpire();
  const commands = Array.from({ length: 6 }, () => run(['tasks', 'list']));
  for (const { code, answer } of await Promise.all(commands)) assert.equal(code, 0, JSON.stringify(answer));
  const tokens = await readTokens();
  assert.notEqual(tokens.refresh_token, before.refresh_token);
  assert.equal((await run(['tasks', 'list'])).code, 0);
  assert.deepEqual(await readTokens(), tokens);
});

test('control: one of two concurrent refreshes is rejected', async () => {
  const { refresh_token } = await connectApp(world, browser, app);
  noteSecret(refresh_token);
  const both = await Promise.all([refresh(world, app, refresh_token), refresh(world, app, refresh_token)]);
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 400]));
});

test('a command that was killed during a refresh blocks no other', async () => {
  await letExpire();
  const gone = execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' });
  await writeFile(`${file}.lock`, gone.trim());
  assert.equal((await run(['tasks', 'list'])).code, 0);
  assert.equal(await stat(`${file}.lock`).catch(() => 'none'), 'none');
});

test('logout revokes the grant', async () => {
  const { access_token } = await readTokens();
  assert.equal((await world.as(access_token).get('/v1/api-tenant-tasks')).status, 200);
  assert.deepEqual((await run(['logout'])).answer, { forgotten: true, revoked: true });
  assert.equal((await world.as(access_token).get('/v1/api-tenant-tasks')).status, 401);
  assert.equal(await stat(file).catch(() => 'none'), 'none');
  assert.deepEqual((await run(['logout'])).answer, { forgotten: true });
});

test('a port in use is reported', async () => {
  const server = createServer().listen(port, '127.0.0.1');
  const { code, answer } = await run(LOGIN);
  server.close();
  assert.equal(code, 2);
  assert.match(answer.message, new RegExp(`^Port ${port} cannot be used: `));
});

test('a typed secret is not echoed', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked = readHiddenLine('Secret: ', { input, output });
  input.write('hidden wprds\x7f\x7f\x7f\x7forxs\x7f\x7fds\r');
  assert.equal(await asked, 'hidden words');
  assert.equal(output.read().toString(), 'Secret: \n');
});

/** Returns the completions that bash offers for each line. */
async function completeInBash(lines: readonly string[]): Promise<string[][]> {
  const script = (await runCommand(['completion', 'bash'], { env, call: 'tenant-ops' })).out;
  const asking = lines.map((line) => {
    const words = line.split(' ').flatMap((word) => word.split(/(=)/).filter((part) => part !== ''));
    if (line.endsWith(' ')) words.push('');
    const quoted = words.map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _tenant_ops; echo "\${COMPREPLY[*]}"`;
  });
  const registered = 'complete -p tenant-ops';
  const text = execFileSync('bash', ['--norc', '-uc', [script, registered, ...asking].join('\n')], {
    encoding: 'utf8',
  });
  const [how, ...offered] = text.trimEnd().split('\n');
  assert.equal(how, 'complete -o default -F _tenant_ops tenant-ops');
  return offered.map((one) => one.split(' ').filter((word) => word !== ''));
}

test('bash completes nouns, verbs, flags and their values from the table of commands', async () => {
  const [first, tasks, flags, values, begun, split, any, own, event, shell, heard, logs] =
    await completeInBash([
      'tenant-ops ',
      'tenant-ops tasks ',
      'tenant-ops tasks create --',
      'tenant-ops tasks list --limit 5 --status ',
      'tenant-ops tasks list --status in_',
      'tenant-ops tasks list --status=o',
      'tenant-ops tasks create --title ',
      'tenant-ops login --port 1 --cl',
      'tenant-ops trigger task.c',
      'tenant-ops completion z',
      'tenant-ops listen --events session.',
      'tenant-ops logs t',
    ]);
  assert.deepEqual(first, [...FIRST_WORDS, 'help']);
  assert.deepEqual(tasks, ['list', 'get', 'create', 'update', '--help']);
  const create = VERBS.find((one) => `${one.noun} ${one.verb}` === 'tasks create');
  const expected = create?.inputs.map(({ name }) => `--${name.replaceAll('_', '-')}`) ?? [];
  assert.deepEqual(
    [flags, expected.length > 3],
    [[...expected, '--output', '--json', '--profile', '--help'], true],
  );
  assert.deepEqual(values, ['open', 'in_progress', 'completed', 'cancelled']);
  assert.deepEqual([begun, split, any], [['in_progress'], ['open'], []]);
  assert.deepEqual([own, event, shell], [['--client-id'], ['task.created', 'task.completed'], ['zsh']]);
  assert.deepEqual([heard, logs], [['session.started', 'session.completed'], ['tail']]);
});

for (const [shell, read] of [
  ['zsh', 'zsh'],
  ['fish', 'fish'],
] as const)
  test(`${shell} completes every verb and flag`, async () => {
    const { out, code } = await runCommand(['completion', shell], { env, call: 'tenant-ops' });
    assert.equal(code, 0);
    const path = join(folder, `completion.${read}`);
    await writeFile(path, out);
    if (isInstalled(read)) execFileSync(read, ['-n', path]);
    for (const { noun, verb } of VERBS)
      assert.match(out, shell === 'zsh' ? new RegExp(`'${noun} ${verb}'`) : new RegExp(` -a ${verb} `));
  });

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version']);
    return true;
  } catch {
    return false;
  }
}

test('an unknown shell is rejected', async () => {
  const { code, err } = await runCommand(['completion', 'fsh'], { env, call: 'tenant-ops' });
  assert.deepEqual([code, err], [2, '“fsh” cannot be completed for; did you mean bash or zsh or fish?']);
});
