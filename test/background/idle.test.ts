/* An idle service sends hardly any statements to its database, and still finds work of another node soon. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFormWithTemplate } from '../../src/features/forms/forms.ts';
import { uploadDocument } from '../../src/features/knowledge/documents.ts';
import { startRetryJob } from '../../src/features/webhooks/log/retries.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { forgetCounts } from '../support/countedLists.ts';
import { databaseSettings } from '../support/database.ts';
import { endpointOf } from '../support/endpoints.ts';
import { insertAbandonedExecution } from '../support/executions.ts';
import { drawPng } from '../support/pictures.ts';
import { openReceiver } from '../support/receiver.ts';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';
import { openWorld } from '../support/world.ts';
import { openCountingProxy } from './support/countingProxy.ts';

const CALM_MS = 3_000;
const COUNTED_MS = 10_000;
const MOST_A_SECOND = 1;
/** The service polls every 1.25 s; the machine may be busy. */
const FOUND_WITHIN_MS = 15_000;

const receiver = await openReceiver();
after(() => receiver.close());
/** Another node, which writes and has no workers. */
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const { db, connection } = world;
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();
const relay = await openCountingProxy(connection);
after(() => relay.close());
const service = await startServiceProcess({
  ...databaseSettings(relay.connection),
  DATA_DIR: await freshDataDirectory(),
  SECRET_KEY: '07'.repeat(32),
  WEBHOOK_ALLOW: '127.0.0.0/8',
  CORE_DELETION_URL: `${receiver.url}/deletions`,
  CORE_DELETION_SECRET: 'a secret of the training app',
});

async function ratePerSecond(ms: number, work: () => Promise<unknown> = async () => {}): Promise<number> {
  const [before, began_ms] = [relay.count(), performance.now()];
  const ends_ms = began_ms + ms;
  do {
    await work();
    await sleep(Math.min(500, Math.max(0, ends_ms - performance.now())));
  } while (performance.now() < ends_ms);
  return (relay.count() - before) / ((performance.now() - began_ms) / 1_000);
}

/** Waits until all work that has begun is done. */
async function becomeCalm(): Promise<void> {
  await eventually(
    () => ratePerSecond(CALM_MS),
    (rate) => rate <= 2,
    120_000,
  );
}

test('an idle service sends at most one query per second', async () => {
  await becomeCalm();
  // Work that is due twice a minute falls into only one of the rounds.
  let rate = Infinity;
  for (let round = 0; round < 4 && rate > MOST_A_SECOND; round++) rate = await ratePerSecond(COUNTED_MS);
  assert.ok(rate > 0 && rate <= MOST_A_SECOND, `${rate} transactions a second`);
});

test('control: two more queries per second are counted', async () => {
  const asking = connect(relay.connection, { max: 1 });
  const rate = await ratePerSecond(COUNTED_MS, () => asking`select 1 from accounts`);
  await asking.end({ timeout: 1 });
  assert.ok(rate > MOST_A_SECOND, `${rate} transactions a second`);
});

/** Creates work and returns a function that checks if the work is done. */
type Leave = () => Promise<() => Promise<boolean>>;

async function has(table: string, id: string, condition: string): Promise<boolean> {
  return (await db`select 1 from ${db(table)} where id = ${id} and ${db.unsafe(condition)}`).length === 1;
}

const WAKES: Record<string, Leave> = {
  'a delivery': async () => {
    await endpointOf(tenant, `${receiver.url}/tasks`);
    const { body } = await api.post('/v1/api-tenant-tasks', { title: 'Told' });
    return async () =>
      receiver.received.some(({ path, body: sent }) => path === '/tasks' && sent.includes(body.id));
  },
  'a mail': async () => {
    const email = 'mo@example.com';
    await api.post('/v1/api-tenant-users', { email, full_name: 'Mo', roles: ['admin'] });
    return async () =>
      (await db`select 1 from mails where recipient = ${email} and state = 'sent'`).length === 1;
  },
  'a document': async () => {
    const { id } = await uploadDocument(tenant.ctx(), { name: 'a.txt', content: Buffer.from('The pump') });
    return () => has('knowledge_documents', id, `state not in ('queued', 'processing')`);
  },
  'a thumbnail': async () => {
    const template_image_base64 = drawPng().toString('base64');
    const { id } = await createFormWithTemplate(tenant.ctx(), { name: 'Pump', template_image_base64 });
    return () => has('forms', id, 'thumbnail_attempts > 0');
  },
  'a deletion': async () => {
    const { body } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
    await api.delete(`/v1/api-tenant-sessions?session_id=${body.id}`);
    return async () =>
      receiver.received.some(({ path, body: sent }) => path === '/deletions' && sent.includes(body.id));
  },
  'a retry of failed deliveries': async () => {
    const { id } = await startRetryJob(tenant.ctx(), { since: '2026-01-01T00:00:00.000Z' });
    return () => has('webhook_retries', id, 'finished_at is not null');
  },
  'an execution whose process died': async () => {
    const id = await insertAbandonedExecution(db, tenant.account_id, new Date(Date.now() - 60_000));
    return () => has('skill_executions', id, `status = 'failure'`);
  },
  'a list that is not counted': async () => {
    await forgetCounts(db, tenant.account_id, 'sessions');
    return async () => {
      const counted = await db`
        select 1 from count_ledgers
        where account_id = ${tenant.account_id} and counted = 'sessions' and row_count is not null`;
      return counted.length === 1;
    };
  },
  'a list with many changes': async () => {
    const tasks = Array.from({ length: 210 }, () =>
      api.post('/v1/api-tenant-tasks', { title: 'One of many' }),
    );
    await Promise.all(tasks);
    return async () => {
      const deltas = await db`
        select 1 from count_deltas where account_id = ${tenant.account_id} and counted = 'tasks'`;
      return deltas.length < 200;
    };
  },
};

for (const [what, leave] of Object.entries(WAKES)) {
  test(`an idle service processes ${what} that another node wrote`, async () => {
    const isDone = await leave();
    await eventually(isDone, (done) => done, FOUND_WITHIN_MS, 50);
  });
}

test('control: without a running worker the work is not done', async () => {
  await service.end('SIGTERM');
  const isDone = await WAKES['an execution whose process died']?.();
  await sleep(3_000);
  assert.equal(await isDone?.(), false);
});
