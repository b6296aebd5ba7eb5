import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { untar } from '../accounts/support/untar.ts';
import { listCalls } from '../deploy/support/documents.ts';
import { readText } from '../deploy/support/files.ts';
import { runSuccessfully, openInstallation, runCli } from './support/cli.ts';

const env = await openInstallation();
const account = await runSuccessfully(
  env,
  'account create --admin-email a@nord.example --admin-password 12345678 --admin-name Maren --name Nord',
);
const who = `--account ${account['account_id']}`;
const admin = account['user_id'];

test('user invite returns the id of the user', async () => {
  const made = await runSuccessfully(env, `user invite ${who} --email ines@nord.example --name Ines`);
  assert.deepEqual(Object.keys(made), ['user_id']);
});

test('a seat is released, assigned, given a pairing code, unpaired and listed', async () => {
  const made = await runSuccessfully(
    env,
    `seat create ${who} --user ${admin} --roles trainer --device-name G1`,
  );
  const seat = `${who} --id ${made['seat_id']}`;
  assert.deepEqual(await runSuccessfully(env, `seat release ${seat}`), { released: true });
  assert.deepEqual(await runSuccessfully(env, `seat assign ${seat} --user ${admin}`), { assigned: true });
  const { code, ...rest } = await runSuccessfully(env, `seat pair ${seat}`);
  assert.match(code ?? '', /^[A-Z]{8}$/);
  assert.deepEqual(Object.keys(rest), ['expires_at']);
  assert.deepEqual(await runSuccessfully(env, `seat revoke-token ${seat}`), { revoked: true });
  const { seats } = (await runSuccessfully(env, `seat list ${who}`)) as Record<string, unknown>;
  const [only] = seats as { id: string; device_token_set: boolean }[];
  assert.deepEqual([only?.id, only?.device_token_set], [made['seat_id'], false]);
});

test('an integration is created with a secret, and revoked', async () => {
  const made = await runSuccessfully(env, `integration create ${who} --provider fieldware`);
  assert.match(made['secret'] ?? '', /^tai_/);
  const revoke = `integration revoke ${who} --id ${made['integration_id']}`;
  assert.deepEqual(await runSuccessfully(env, revoke), { revoked: true });
});

test('a staff member is deactivated and reactivated', async () => {
  const made = await runSuccessfully(
    env,
    'staff create --email s@ops.example --name Sol --password 12345678',
  );
  const who = `--id ${made['user_id']}`;
  assert.deepEqual(await runSuccessfully(env, `staff deactivate ${who}`), { status: 'inactive' });
  assert.deepEqual(await runSuccessfully(env, `staff reactivate ${who}`), { status: 'active' });
});

test('accounts, keys, apps and users are listed with filters, a page at a time and without secrets', async () => {
  const first = await runSuccessfully(env, `key create ${who} --name First --scopes read:tasks`);
  const second = await runSuccessfully(env, `key create ${who} --name Second --scopes read:tasks`);
  const secrets = [first['key'] ?? '', second['key'] ?? ''];
  await runSuccessfully(env, `key revoke ${who} --id ${first['id']}`);
  const page: Record<string, any> = await runSuccessfully(env, `key list ${who} --limit 1 --offset 1`);
  const { keys, ...ends } = page;
  assert.deepEqual([keys[0].id, keys.length, ends], [first['id'], 1, { total: 2, limit: 1, offset: 1 }]);
  const live = await runCli(env, `key list ${who} --status live`.split(' '));
  assert.match(live.stdout, new RegExp(`^id +name .*\\n${second['id']} +Second .*\\n1 of 1\\n$`));
  assert.ok(!secrets.some((secret) => live.stdout.includes(secret)));

  const app = await runSuccessfully(
    env,
    `app create ${who} --name Planner --scopes read:tasks --redirect-uri https://a.example/back`,
  );
  const { apps }: Record<string, any> = await runSuccessfully(
    env,
    'app list --state development --search plan',
  );
  assert.deepEqual([apps.length, apps[0].client_id], [1, app['client_id']]);
  const { accounts, total }: Record<string, any> = await runSuccessfully(
    env,
    'account list --state active --search nord',
  );
  assert.deepEqual([accounts[0].id, total], [account['account_id'], 1]);
  const { users }: Record<string, any> = await runSuccessfully(
    env,
    `user list ${who} --standing active --search maren`,
  );
  assert.deepEqual([users.length, users[0].email], [1, 'a@nord.example']);
});

test('key create and key change set an expiry and addresses, which the list shows', async () => {
  const made = await runSuccessfully(
    env,
    `key create ${who} --name Ending --scopes read:tasks --expires 90d --from 10.0.0.0/8`,
  );
  const find = async () => {
    const { keys }: Record<string, any> = await runSuccessfully(env, `key list ${who} --status live`);
    const { expires_at, allowed_addresses } = keys.find((key: { id: string }) => key.id === made['id']);
    return [expires_at, allowed_addresses];
  };
  const [ends_at, addresses] = await find();
  assert.deepEqual(addresses, ['10.0.0.0/8']);
  assert.equal(Math.round((Date.parse(ends_at) - Date.now()) / DAY_MS), 90);
  const change = `key change ${who} --id ${made['id']}`;
  await runSuccessfully(env, `${change} --expires 2100-01-01`);
  assert.deepEqual(await find(), ['2100-01-01T00:00:00.000Z', ['10.0.0.0/8']]);
  await runSuccessfully(env, `${change} --expires never --from anywhere`);
  assert.deepEqual(await find(), [null, null]);
  const many = Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`).join();
  const refused = await runCli(env, `${change} --from ${many}`.split(' '));
  assert.deepEqual([refused.code, refused.stderr], [1, 'allowed_addresses: at most 20\n']);
  const past = await runCli(env, `${change} --expires 2020-01-01`.split(' '));
  assert.deepEqual([past.code, past.stderr], [1, 'expires_at: must be in the future\n']);
});

test('a name with direction characters is rejected for every kind of record', async () => {
  const name = 'Nord\u202Eeman';
  const rule = /without control, direction or invisible characters/;
  for (const line of [
    `user invite ${who} --email b@nord.example --name`,
    `key create ${who} --scopes all --name`,
    `integration create ${who} --provider`,
    'bundle create --skills x --name',
  ]) {
    const ran = await runCli(env, [...line.split(' '), name]);
    assert.equal(ran.code, 2, line);
    assert.match(ran.stderr, rule, line);
  }
});

test('account export writes an archive, and rejects an existing file', async () => {
  const to = join(env.DATA_DIR, 'nord.tar.gz');
  const [call = ''] = listCalls(readText('docs/operations.md')).filter((one) =>
    one.startsWith('account export'),
  );
  const { records, missing_files }: Record<string, any> = await runSuccessfully(
    env,
    call.replace('--account ID', who).replace(/--to \S+/, `--to ${to}`),
  );
  assert.deepEqual([records.users, missing_files], [2, 0]);
  assert.ok(untar(gunzipSync(await readFile(to))).has('manifest.json'));
  const again = await runCli(env, `account export ${who} --to ${to}`.split(' '));
  assert.deepEqual([again.code, /already exists/.test(again.stderr)], [1, true]);
});

test('account delete requires the account name, account keep cancels it, and account deletions lists both requests', async () => {
  const { requested_by } = await runSuccessfully(env, `account delete ${who} --name Nord`);
  assert.equal(requested_by, 'operator');
  const wrong = await runCli(env, `account delete ${who} --name Other`.split(' '));
  assert.match(wrong.stdout + wrong.stderr, /must be the name of the account/);
  assert.deepEqual(await runSuccessfully(env, `account keep ${who}`), { cancelled: true });
  const { due_at, requested_at } = await runSuccessfully(env, `account delete ${who} --name Nord --now`);
  assert.equal(due_at, requested_at);
  assert.deepEqual(await runSuccessfully(env, `account keep ${who}`), { cancelled: true });
  const { deletions } = (await runSuccessfully(env, 'account deletions')) as Record<string, unknown>;
  assert.equal((deletions as object[]).length, 2);
});
