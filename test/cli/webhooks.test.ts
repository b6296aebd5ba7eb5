import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isGenuine } from '../../examples/receivers/verify.ts';
import { callerAt } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { openReceiver } from '../support/receiver.ts';
import { runSuccessfully, openInstallation, runCli, runJson, startServer } from './support/cli.ts';

const env = await openInstallation();
const { account_id = '' } = await runSuccessfully(
  env,
  'account create --admin-email a@nordlicht.example --admin-password 12345678 --admin-name Ada --name',
  ['Nordlicht'],
);
const NOBODY = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

test('webhook list and webhook deliveries return empty lists for a new account', async () => {
  assert.deepEqual(await runSuccessfully(env, `webhook list --account ${account_id}`), { endpoints: [] });
  const deliveries = await runSuccessfully(env, `webhook deliveries --account ${account_id} --state failed`);
  assert.deepEqual(deliveries, { deliveries: [], has_more: false, searched_to: null });
});

test('webhook retry --since returns the number of deliveries to retry', async () => {
  const answer = await runSuccessfully(env, `webhook retry --account ${account_id} --since 2026-03-02`);
  assert.deepEqual([Object.keys(answer), answer['total']], [['id', 'total'], 0]);
});

for (const [what, words] of [
  ['an unknown endpoint', `webhook secret --account ${account_id} --endpoint ${NOBODY}`],
  ['an unknown delivery', `webhook retry --account ${account_id} --endpoint ${NOBODY} --event evt-${NOBODY}`],
  ['neither an event nor a time', `webhook retry --account ${account_id}`],
  ['an invalid time', `webhook retry --account ${account_id} --since yesterday`],
]) {
  test(`exit 1 for ${what}`, async () => {
    const { code } = await runCli(env, String(words).split(' '));
    assert.notEqual(code, 0);
  });
}

const EITHER = 'webhook retry takes either --endpoint and --event, or --since';

for (const [what, words] of [
  ['an event and a time', `--endpoint ${NOBODY} --event evt-${NOBODY} --since 2026-03-02`],
  ['an event and a time without an endpoint', `--event evt-${NOBODY} --since 2026-03-02`],
  ['an event without its endpoint', `--event evt-${NOBODY}`],
  ['an endpoint alone', `--endpoint ${NOBODY}`],
]) {
  test(`exit 2: webhook retry with ${what}`, async () => {
    const { code, answer } = await runJson(env, `webhook retry --account ${account_id} ${words}`.split(' '));
    assert.deepEqual([code, answer], [2, { error: 'BAD_REQUEST', message: EITHER }]);
  });
}

test('webhook secret returns the secret that verifies deliveries of a running server; a retried delivery has the same id', async () => {
  const receiver = await openReceiver();
  const server = await startServer({ ...env, WEBHOOK_ALLOW: '127.0.0.1' });
  after(() => Promise.all([receiver.close(), server.stop()]));
  const scopes = 'manage:webhooks,write:tasks';
  const { key = '' } = await runSuccessfully(
    env,
    `key create --account ${account_id} --name T --scopes ${scopes}`,
  );
  const api = callerAt(server.url, key);
  const { body } = await api.post('/v1/webhook-subscribe', { url: receiver.url, events: ['task.created'] });
  await api.post('/v1/api-tenant-tasks', { title: 'Told' });
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  const delivered = async (count: number) => {
    const wanted = [
      `tenant_ops_webhook_attempts_total{outcome="delivered"} ${count}\n`,
      'tenant_ops_webhook_queue_depth 0\n',
    ];
    await eventually(metrics, (text) => wanted.every((line) => text.includes(line)));
    assert.equal(receiver.received.length, count);
  };
  await delivered(1);

  const { secret = '' } = await runSuccessfully(
    env,
    `webhook secret --account ${account_id} --endpoint ${body.id}`,
  );
  const id = String(receiver.received[0]?.headers['webhook-id']);
  await runSuccessfully(env, `webhook retry --account ${account_id} --endpoint ${body.id} --event ${id}`);
  await delivered(2);
  for (const { headers, body } of receiver.received) {
    const timestamp = String(headers['x-webhook-timestamp']);
    const signature = String(headers['x-webhook-signature']);
    assert.equal(isGenuine(secret, { timestamp, signature }, body), true);
    assert.equal(JSON.parse(body).event_id, id);
  }
  const switches_at = '9999-01-01T00:00:00.000Z';
  const { body: next } = await api.post(`/v1/endpoints/rotate?endpoint_id=${body.id}`, { switches_at });
  assert.deepEqual(
    await runSuccessfully(env, `webhook secret --account ${account_id} --endpoint ${body.id}`),
    {
      secret,
      next_secret: next.secret,
      switches_at,
    },
  );
});
