import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { callerAt } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { runSuccessfully } from '../cli/support/cli.ts';
import { openReceiver } from '../support/receiver.ts';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';

const RANGES = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16'];
/** The first and the last address of each range. */
const ADDRESSES = [
  ['10.0.0.0', '10.255.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
].flat();
const HOSTS = [...ADDRESSES, '127.0.0.1', 'localhost', '[::1]'];
const SUBSCRIBE = '/v1/webhook-subscribe';
const events = ['task.created'];

const receiver = await openReceiver();
after(() => receiver.close());
const DATA_DIR = await freshDataDirectory();
const settings = { DATA_DIR, DEMO: 'on', CORE_DELETION_URL: `${receiver.url}/deletions` };
const skill_file = join(DATA_DIR, 'skill.json');
const definition = {
  name: 'Call',
  description: 'Calls',
  kind: 'http',
  config: { url: `${receiver.url}/skill` },
};

const allowing = await startServiceProcess({ ...settings, WEBHOOK_ALLOW: RANGES.join(',') });
await writeFile(skill_file, JSON.stringify(definition));
const demo_key = allowing.lines
  .find((line) => line.startsWith('demo key'))
  ?.split(' ')
  .at(-1);
const { account_id = '', user_id = '' } = await runSuccessfully(
  { DATA_DIR },
  'account create --name N --admin-email ada@nord.example --admin-password 12345678 --admin-name Ada',
);
await runSuccessfully(
  { DATA_DIR },
  `seat create --account ${account_id} --user ${user_id} --device-name G --roles trainer`,
);
const { key = '' } = await runSuccessfully(
  { DATA_DIR },
  `key create --account ${account_id} --name T --scopes all`,
);
const { skill_id } = await runSuccessfully(
  { DATA_DIR },
  `skill create --account ${account_id} --file ${skill_file}`,
);
const execute = (url: string) =>
  callerAt(url, key).post('/v1/api-tenant-skills-execute', { skill_id, arguments: {} });
const deliveries = async (url: string, endpoint_id: string) =>
  (await callerAt(url, key).get(`/v1/deliveries?endpoint_id=${endpoint_id}`)).body.deliveries;

const subscribed = new Map<string, string>();

test('control: with the ranges in WEBHOOK_ALLOW, endpoints are accepted and called over plain http', async () => {
  const api = callerAt(allowing.url, key);
  for (const host of ADDRESSES) {
    const { status, body } = await api.post(SUBSCRIBE, {
      url: `http://${host}/`,
      events: ['task.completed'],
    });
    assert.equal(status, 201, host);
    subscribed.set(host, body.id);
  }
  const { body: own } = await api.post(SUBSCRIBE, {
    url: `${receiver.url}/hook`,
    events: ['task.completed'],
  });
  subscribed.set('127.0.0.1', own.id);
  const { body: here } = await api.post(SUBSCRIBE, { url: `${receiver.url}/hook`, events });
  await api.post('/v1/api-tenant-tasks', { title: 'Told' });
  await eventually(
    () => deliveries(allowing.url, here.id),
    ([first]) => first?.state === 'delivered',
  );
  receiver.answer = (_request, response) => void response.writeHead(200).end('{}');
  assert.equal((await execute(allowing.url)).status, 200);
  await api.post('/v1/webhook-unsubscribe', { endpoint_id: here.id });
  await allowing.end('SIGTERM');
});

test('400 by default for the five ranges, localhost and ::1 over the API, and the message names WEBHOOK_ALLOW', async () => {
  const service = await startServiceProcess(settings);
  const api = callerAt(service.url, key);
  for (const scheme of ['http', 'https'])
    for (const host of HOSTS) {
      const { status, body } = await api.post(SUBSCRIBE, { url: `${scheme}://${host}/hook`, events });
      assert.deepEqual([status, body.error], [400, 'BAD_REQUEST'], `${scheme}://${host}`);
      assert.match(body.message, /WEBHOOK_ALLOW/);
    }
  await service.end('SIGTERM');
});

test('default settings block deliveries, skills and the deletion endpoint, without another attempt', async () => {
  const before = receiver.received.length;
  const service = await startServiceProcess(settings);
  const api = callerAt(service.url, key);
  const { body: task } = await api.post('/v1/api-tenant-tasks', { title: 'Told' });
  await api.patch(`/v1/api-tenant-tasks?task_id=${task.id}`, { status: 'completed' });
  for (const [host, endpoint_id] of subscribed) {
    const [delivery] = await eventually(
      () => deliveries(service.url, endpoint_id),
      ([first]) => first?.state === 'failed',
    );
    assert.equal(delivery.attempts, 1, host);
    const detail = `/v1/delivery?endpoint_id=${endpoint_id}&event_id=${delivery.event_id}`;
    const { body } = await api.get(detail);
    assert.deepEqual(
      body.log.map(({ outcome, address }: { outcome: string; address: string }) => [outcome, address]),
      [['blocked_address', host]],
    );
  }
  assert.equal(subscribed.size, ADDRESSES.length + 1);
  assert.equal((await execute(service.url)).status, 500);
  const demo = callerAt(service.url, demo_key);
  const { body: sessions } = await demo.get('/v1/api-tenant-sessions?limit=1');
  const deleted = await demo.delete(`/v1/api-tenant-sessions?session_id=${sessions.sessions[0].id}`);
  assert.deepEqual([deleted.status, deleted.body.core], [200, 'queued']);
  assert.equal(receiver.received.length, before);
  await service.end('SIGTERM');
});
