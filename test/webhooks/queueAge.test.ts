/* Deliveries are sent in time while callers use the whole processor. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { callerAt, type Caller } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { openReceiver } from '../support/receiver.ts';
import { freshDataDirectory, makeKeyBeside, startServiceProcess } from '../support/service.ts';

const CALLERS = 16;
const LOAD_MS = 20_000;
const MOST_P99_MS = 5_000;
/** The share of deliveries that must arrive while callers still create tasks, so that the queue does not grow. */
const LEAST_SHARE = 0.9;
const DRAINED_WITHIN_MS = 60_000;

const receiver = await openReceiver();
after(() => receiver.close());
const DATA_DIR = await freshDataDirectory();
const service = await startServiceProcess({ DATA_DIR, WEBHOOK_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn' });
const api = callerAt(service.url, await makeKeyBeside(DATA_DIR));
await api.post('/v1/webhook-subscribe', { url: `${receiver.url}/hook`, events: ['task.created'] });

/** The time from the creation of each event to its arrival. */
const ages_ms: number[] = [];
receiver.answer = ({ body }, response) => {
  ages_ms.push(Date.now() - Date.parse(JSON.parse(body).timestamp));
  response.writeHead(204).end();
};

async function createUntil(caller: Caller, end_ms: number): Promise<number> {
  let created = 0;
  while (performance.now() < end_ms) {
    const { status } = await caller.post('/v1/api-tenant-tasks', { title: 'Told' });
    if (status === 201) created++;
    else assert.equal(status, 503);
  }
  return created;
}

test(`p99 of the age of deliveries is at most 5 s while ${CALLERS} callers create tasks`, async (t) => {
  const end_ms = performance.now() + LOAD_MS;
  const counts = await Promise.all(Array.from({ length: CALLERS }, () => createUntil(api, end_ms)));
  const created = counts.reduce((sum, count) => sum + count, 0);
  const under_load = ages_ms.length;
  await eventually(
    () => ages_ms.length,
    (arrived) => arrived >= created,
    DRAINED_WITHIN_MS,
  );
  const sorted = ages_ms.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Infinity;
  t.diagnostic(
    `${created} created, ${under_load} arrived meanwhile; p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`,
  );
  assert.ok(at(0.99) <= MOST_P99_MS, `p99 ${at(0.99)} ms`);
  assert.ok(under_load >= LEAST_SHARE * created, `${under_load} of ${created} arrived meanwhile`);
});
