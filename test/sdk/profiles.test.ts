/* Stored logins for several installations. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from '../../sdk/src/cli/run.ts';
import { cleanEnvironment } from '../../support/environment.ts';
import { openWorld } from '../support/world.ts';

const folder = await mkdtemp(join(tmpdir(), 'profiles-'));
after(() => rm(folder, { recursive: true, force: true }));
const [first, second] = await Promise.all([openWorld(), openWorld()]);
const [tenant, other] = [await first.account('Eins'), await second.account('Zwei')];
const [key, other_key] = [(await tenant.api()).token ?? '', (await other.api()).token ?? ''];

function run(line: string, env: Record<string, string>, secret = '') {
  return runCommand(line.split(' '), { env, call: 'tenant-ops', readKey: async () => secret });
}

async function accountOf(line: string, env: Record<string, string>): Promise<string> {
  const { out, err } = await run(`${line} --json`, env);
  assert.equal(err, '');
  return JSON.parse(out).account?.name ?? JSON.parse(out).message;
}

test('each profile has its own address and key, and a flag has precedence', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'several') };
  await run(`login --url ${first.url}`, env, key);
  await run(`login --url ${second.url} --profile second`, env, other_key);
  const file = join(folder, 'several/tenant-ops/login-second.json');
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  assert.equal(await accountOf('whoami', env), 'Eins');
  assert.equal(await accountOf('whoami --profile second', env), 'Zwei');
  assert.equal(await accountOf('whoami', { ...env, TENANT_OPS_PROFILE: 'second' }), 'Zwei');
  const set = { ...env, TENANT_OPS_URL: first.url, TENANT_OPS_KEY: key, TENANT_OPS_PROFILE: 'default' };
  assert.equal(await accountOf('whoami', set), 'Eins');
  assert.equal(await accountOf('whoami --profile second', set), 'Zwei');

  const { out } = await run('profiles --json --profile second', env);
  assert.deepEqual(JSON.parse(out).profiles, [
    { profile: 'default', selected: false, url: first.url, login: 'key' },
    { profile: 'second', selected: true, url: second.url, login: 'key' },
  ]);
  assert.ok(!out.includes(other_key));

  assert.equal((await run('logout --profile second', env)).code, 0);
  const gone = await run('whoami --profile second', env);
  assert.equal(gone.code, 2);
  assert.match(gone.err, /the profile second has no login; keep one with login --profile second$/);
  assert.match((await run('whoami --profile defalt', env)).err, /did you mean default\?/);
  assert.equal(await accountOf('whoami', env), 'Eins');
});

test('a profile cannot name a file of another folder', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'outside') };
  for (const name of ['../login', 'a/b', '', '.', 'a.b', 'x'.repeat(64), 'ä']) {
    const { err, code } = await run(`login --url ${first.url} --profile=${name}`, env, key);
    assert.deepEqual([code, /--profile must be a name/.test(err)], [2, true], name);
  }
  const { code } = await run('whoami', { ...env, TENANT_OPS_PROFILE: '../../x' });
  assert.equal(code, 2);
  await assert.rejects(readdir(join(folder, 'outside')), /ENOENT/);
});

test('a file that is cut off is reported, and login and logout repair it', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'half') };
  const file = join(folder, 'half/tenant-ops/login.json');
  await run(`login --url ${first.url}`, env, key);
  const whole = await readFile(file, 'utf8');
  for (const text of [
    whole.slice(0, -9),
    '',
    'null',
    '[]',
    '{"url":7,"key":"a"}',
    '{"url":"nowhere","key":"a"}',
    '{"url":"http://a","connection":{}}',
  ]) {
    await writeFile(file, text);
    const { err, code } = await run('whoami', env);
    assert.deepEqual([code, err], [2, `${file} is no complete login: log in again`], text);
    assert.equal((await run('profiles', env)).code, 0);
  }
  assert.equal((await run(`login --url ${first.url}`, env, key)).code, 0);
  assert.equal(await accountOf('whoami', env), 'Eins');
  await writeFile(file, '{');
  assert.equal((await run('logout', env)).code, 0);
  assert.deepEqual(await readdir(join(folder, 'half/tenant-ops')), []);
});

test('processes that log in at the same time leave one complete login in each profile', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'same') };
  const main = new URL('../../sdk/src/cli/main.ts', import.meta.url).pathname;
  const logins = [
    ...[0, 1].map(() => ({ profile: 'one', url: first.url, secret: key })),
    ...[0, 1].map(() => ({ profile: 'one', url: second.url, secret: other_key })),
    { profile: 'two', url: second.url, secret: other_key },
  ];
  const codes = await Promise.all(
    logins.map(async ({ profile, url, secret }) => {
      const args = [main, 'login', '--url', url, '--profile', profile];
      const child = spawn(process.execPath, args, {
        env: cleanEnvironment(env),
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.stdin.end(`${secret}\n`);
      const [code] = await once(child, 'exit');
      return code;
    }),
  );
  assert.deepEqual(codes, [0, 0, 0, 0, 0]);
  const names = await readdir(join(folder, 'same/tenant-ops'));
  assert.deepEqual(names.toSorted(), ['login-one.json', 'login-two.json']);
  assert.ok(['Eins', 'Zwei'].includes(await accountOf('whoami --profile one', env)));
  assert.equal(await accountOf('whoami --profile two', env), 'Zwei');
});
