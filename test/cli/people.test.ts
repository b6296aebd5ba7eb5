import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, freshDirectory, runCli } from './support/cli.ts';

const env = { DATA_DIR: await freshDirectory() };
const account = await ask(
  env,
  'account create --admin-email a@nord.example --admin-password 12345678 --admin-name Maren --name Nord',
);
const who = `--account ${account['account_id']}`;
const admin = account['user_id'];

test('user invite', async () => {
  const made = await ask(env, `user invite ${who} --email ines@nord.example --name Ines`);
  assert.deepEqual(Object.keys(made), ['user_id']);
});

test('seat assign, seat release, seat pair, seat revoke-token and seat list', async () => {
  const made = await ask(env, `seat create ${who} --user ${admin} --roles trainer --device-name G1`);
  const seat = `${who} --id ${made['seat_id']}`;
  assert.deepEqual(await ask(env, `seat release ${seat}`), { released: true });
  assert.deepEqual(await ask(env, `seat assign ${seat} --user ${admin}`), { assigned: true });
  const { code, ...rest } = await ask(env, `seat pair ${seat}`);
  assert.match(code ?? '', /^[A-Z]{8}$/);
  assert.deepEqual(Object.keys(rest), ['expires_at']);
  assert.deepEqual(await ask(env, `seat revoke-token ${seat}`), { revoked: true });
  const { seats } = (await ask(env, `seat list ${who}`)) as Record<string, unknown>;
  const [only] = seats as { id: string; device_token_set: boolean }[];
  assert.deepEqual([only?.id, only?.device_token_set], [made['seat_id'], false]);
});

test('integration create and integration revoke', async () => {
  const made = await ask(env, `integration create ${who} --provider fieldware`);
  assert.match(made['secret'] ?? '', /^tai_/);
  const revoke = `integration revoke ${who} --id ${made['integration_id']}`;
  assert.deepEqual(await ask(env, revoke), { revoked: true });
});

test('staff deactivate and staff reactivate', async () => {
  const made = await ask(env, 'staff create --email s@ops.example --name Sol --password 12345678');
  const who = `--id ${made['user_id']}`;
  assert.deepEqual(await ask(env, `staff deactivate ${who}`), { status: 'inactive' });
  assert.deepEqual(await ask(env, `staff reactivate ${who}`), { status: 'active' });
});

test('a name that turns the text around it is refused for every kind of record', async () => {
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
