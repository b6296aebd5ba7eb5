import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerOf } from '../../support/deliveries.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const receiver = await openReceiver();
after(() => receiver.close());
const tenant = await world.account();
const api = await tenant.api();
await endpointOf(tenant, receiver.url);

/** A time below the 15 s timeout of an attempt. */
const HANGS_MS = 10_000;

test('a stopping sender claims no more, finishes attempts and releases hanging attempts, which count', async () => {
  const sender = world.startSender();
  const answers: (() => void)[] = [];
  receiver.answer = (request, response) => {
    if (request.body.includes('Slow')) answers.push(() => response.writeHead(204).end());
  };
  await api.post('/v1/api-tenant-tasks', { title: 'Hangs' });
  await api.post('/v1/api-tenant-tasks', { title: 'Slow' });
  await eventually(
    () => receiver.received.length,
    (length) => length === 2,
  );
  const started = performance.now();
  const stopped = sender.stop(2_000);
  for (const answer of answers) answer();
  await api.post('/v1/api-tenant-tasks', { title: 'Late' });
  await stopped;
  assert.ok(performance.now() - started < HANGS_MS);
  assert.equal(answers.length, 1);
  assert.equal(receiver.received.length, 2);
  const { delivered, pending, queued } = await ledgerOf(world.db);
  assert.deepEqual([delivered, pending, queued], [1, 2, 2]);

  receiver.answer = (_request, response) => void response.writeHead(204).end();
  const next = world.startSender();
  await eventually(
    () => ledgerOf(world.db),
    (ledger) => ledger.delivered === 3,
  );
  const attempts = await world.db<
    { attempts: number }[]
  >`select attempts from webhook_deliveries order by event_id`;
  assert.deepEqual(
    attempts.map((row) => row.attempts),
    [2, 1, 1],
  );
  await next.stop(0);
});

test('a claim that waits for requests while its sender stops claims no delivery', async () => {
  receiver.received.length = 0;
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waitUntilIdle = async () => {
    asked.resolve();
    await released.promise;
    return 0;
  };
  const sender = world.startSender({ foreground: { waitUntilIdle } });
  await asked.promise;
  const stopped = sender.stop(1_000);
  await api.post('/v1/api-tenant-tasks', { title: 'Later' });
  released.resolve();
  await stopped;
  assert.equal(receiver.received.length, 0);
  assert.equal((await ledgerOf(world.db)).pending, 1);
});
