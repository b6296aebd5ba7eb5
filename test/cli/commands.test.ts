import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  runSuccessfully,
  openInstallation,
  commandOutcomeOf,
  runCli,
  runJson,
  spawnCli,
} from './support/cli.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOBODY = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

const env = await openInstallation();

const account = await runSuccessfully(
  env,
  'account create --admin-email Maren@Nordlicht.example --admin-password 12345678 --admin-name Maren --name',
  ['Nordlicht Training'],
);
const ids = { account: account['account_id'] ?? '', admin: account['user_id'] ?? '' };

test('account create returns the ids of the account and of its admin', () => {
  assert.deepEqual(Object.keys(account), ['account_id', 'user_id']);
  assert.match(ids.account, UUID);
  assert.match(ids.admin, UUID);
});

test('key create returns the key, and key revoke can be repeated', async () => {
  const key = await runSuccessfully(
    env,
    `key create --account ${ids.account} --name CI --scopes read:tasks,write:sessions`,
  );
  assert.deepEqual(Object.keys(key), ['id', 'key']);
  assert.match(key['id'] ?? '', UUID);
  assert.match(key['key'] ?? '', /^tak_[0-9A-Za-z]{55}$/);

  const revoke = `key revoke --account ${ids.account} --id ${key['id']}`;
  assert.deepEqual(await runSuccessfully(env, revoke), { revoked: true });
  assert.deepEqual(await runSuccessfully(env, revoke), { revoked: true });
});

test('a user is created, deactivated and reactivated', async () => {
  const who = `--account ${ids.account}`;
  const made = await runSuccessfully(
    env,
    `user create ${who} --email jonas@nordlicht.example --role member --password 12345678 --name`,
    ['Jonas Weber'],
  );
  assert.deepEqual(Object.keys(made), ['user_id']);
  assert.match(made['user_id'] ?? '', UUID);

  const id = `${who} --id ${made['user_id']}`;
  assert.deepEqual(await runSuccessfully(env, `user deactivate ${id}`), { status: 'inactive' });
  assert.deepEqual(await runSuccessfully(env, `user reactivate ${id}`), { status: 'active' });
});

test('seat create returns the seat and its device token', async () => {
  const made = await runSuccessfully(
    env,
    `seat create --account ${ids.account} --user ${ids.admin} --roles trainee,trainer --device-name`,
    ['Glasses 01'],
  );
  assert.deepEqual(Object.keys(made), ['seat_id', 'device_token']);
  assert.match(made['seat_id'] ?? '', UUID);
  assert.match(made['device_token'] ?? '', /^tad_[0-9A-Za-z]{55}$/);
});

test('staff create reads the password from standard input', async () => {
  const { code, answer } = await runJson(
    env,
    ['staff', 'create', '--email', 'ops@platform.example', '--name', 'Ines Ops', '--password', '-'],
    'correct horse\n',
  );
  assert.equal(code, 0);
  assert.deepEqual(Object.keys(answer), ['user_id']);
  assert.match(answer['user_id'] ?? '', UUID);
});

test('an open standard input does not block a command', async () => {
  const words = 'staff create --email open@platform.example --name Open --password -'.split(' ');
  const child = spawnCli(env, words);
  child.stdin?.write('correct horse\n');
  assert.equal((await commandOutcomeOf(child)).code, 0);
});

test('CONFLICT for an email address in use, in any case', async () => {
  const taken = { error: 'CONFLICT', message: 'email: this address cannot be added' };
  const person = ['--name', 'Twin', '--password', '12345678', '--email', 'MAREN@nordlicht.example'];
  const user = await runJson(env, ['user', 'create', '--account', ids.account, '--role', 'admin', ...person]);
  const staff = await runJson(env, ['staff', 'create', ...person]);
  assert.deepEqual(
    [user, staff],
    [
      { code: 1, answer: taken },
      { code: 1, answer: taken },
    ],
  );
});

const unknown: [string, string][] = [
  [`key create --account ${NOBODY} --name CI --scopes all`, 'Account not found'],
  [`key revoke --account ${NOBODY} --id ${NOBODY}`, 'Account not found'],
  [
    `user create --account ${NOBODY} --email a@b.example --name A --role admin --password 12345678`,
    'Account not found',
  ],
  [`user deactivate --account ${NOBODY} --id ${NOBODY}`, 'Account not found'],
  [`user reactivate --account ${NOBODY} --id ${NOBODY}`, 'Account not found'],
  [`seat create --account ${NOBODY} --user ${NOBODY} --device-name D --roles trainer`, 'Account not found'],
  ['key revoke --account OURS --id ' + NOBODY, 'Key not found'],
  ['user deactivate --account OURS --id ' + NOBODY, 'User not found'],
];
for (const [line, message] of unknown) {
  test(`NOT_FOUND: ${line}`, async () => {
    const { code, answer } = await runJson(env, line.replace('OURS', ids.account).split(' '));
    assert.deepEqual({ code, answer }, { code: 1, answer: { error: 'NOT_FOUND', message } });
  });
}

test('BAD_REQUEST for a seat of a user who is not active in the account', async () => {
  const line = `seat create --account ${ids.account} --user ${NOBODY} --device-name D --roles trainer`;
  assert.deepEqual(await runJson(env, line.split(' ')), {
    code: 1,
    answer: { error: 'BAD_REQUEST', message: 'user: not an active user of this account' },
  });
});

test('without --json, output has one member per line, and errors go to standard error', async () => {
  const made = await runCli(env, `key create --account ${ids.account} --name CI --scopes all`.split(' '));
  assert.equal(made.code, 0);
  assert.equal(made.stderr, '');
  assert.match(made.stdout, /^id: \S+\nkey: tak_\S+\n$/);

  const refused = await runCli(env, `key revoke --account ${ids.account} --id ${NOBODY}`.split(' '));
  assert.deepEqual(refused, { code: 1, stdout: '', stderr: 'Key not found\n' });
});

test('stored names are escaped in every output', async () => {
  const hostile = 'Pump\u001b[31m\u009b\u202e\u007f';
  const shown = 'Pump\\u001b[31m\\u009b\\u202e\\u007f';
  const unknown = ['key', hostile];
  const { stderr } = await runCli(env, unknown);
  assert.ok(stderr.includes(`key ${shown}`), stderr);
  const { stdout } = await runCli(env, [...unknown, '--json']);
  assert.ok(stdout.includes(shown), stdout);
  assert.ok(JSON.parse(stdout).message.includes(hostile));
});
