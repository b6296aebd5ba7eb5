import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBalancer } from '../../support/nodes/balancer.ts';
import { startRequestLoad } from '../../support/nodes/load.ts';
import { cloneDatabase, databaseSettings } from '../support/database.ts';
import {
  freshDataDirectory,
  makeKeyIn,
  startServiceProcess,
  type ServiceProcess,
} from '../support/service.ts';
import { keepStatistics } from '../support/statistics.ts';

/** A drain time that is longer than the balancer needs to detect that a node is not ready, even on a busy machine. */
const DRAIN_MS = '8000';
const SERVED_FOR_MS = 500;

const fresh = await cloneDatabase();
after(() => fresh.drop());
// An autovacuum would delay the newer version's migration, and every request that waits for it.
await keepStatistics(fresh.db);
const DATA_DIR = await freshDataDirectory();
const key = await makeKeyIn(fresh.db);
const balancer = await openBalancer();
after(() => balancer.close());

test('no request fails while each node is restarted in turn and a newer version adds to the database', async (t) => {
  let nodes: readonly ServiceProcess[] = await Promise.all([start(DRAIN_MS), start(DRAIN_MS)]);
  await balancer.whenAllReady();
  // The clients send few requests at a time, so that the nodes can answer them in time on a busy machine.
  const load = startRequestLoad(balancer.url, key, { clients: 4, pause_ms: 100 });
  await sleep(SERVED_FOR_MS);
  for (const node of nodes) {
    const { code } = await node.end('SIGTERM');
    assert.equal(code, 0);
    balancer.services.delete(node.url);
    await addAsNewerVersion();
    nodes = [...nodes.slice(1), await start(DRAIN_MS)];
    await balancer.whenAllReady();
    await sleep(SERVED_FOR_MS);
  }
  const { answered, created, failed } = await load.stop();
  t.diagnostic(`${answered} answered, ${created.length} of them created a task`);
  await endAll(nodes);
  assert.deepEqual(failed, []);
  assert.ok(created.length > 20, `${created.length} created`);
  const kept = await fresh.db<
    { title: string }[]
  >`select title from tasks where title = any (${created}::text[])`;
  assert.equal(kept.length, created.length);
});

test('control: some requests fail if the port closes as soon as readiness turns off', async (t) => {
  const nodes = await Promise.all([start('0'), start('0')]);
  await balancer.whenAllReady();
  const load = startRequestLoad(balancer.url, key, { clients: 24, pause_ms: 5 });
  await sleep(SERVED_FOR_MS);
  await balancer.whenAllReady();
  const [first] = nodes;
  await first?.end('SIGTERM');
  await sleep(SERVED_FOR_MS);
  const { failed } = await load.stop();
  t.diagnostic(`${failed.length} failed`);
  await endAll(nodes);
  assert.ok(failed.length > 0);
});

async function start(drain_ms: string): Promise<ServiceProcess> {
  const node = await startServiceProcess({
    ...databaseSettings(fresh.connection),
    DATA_DIR,
    DRAIN_MS: drain_ms,
  });
  balancer.services.add(node.url);
  return node;
}

let added = 0;

/** Changes the schema as the migrations of a newer version would. */
async function addAsNewerVersion(): Promise<void> {
  const name = `newer_${++added}`;
  await fresh.db.unsafe(`alter table tasks add column ${name} text`);
  await fresh.db.unsafe(`create table ${name} (id uuid primary key)`);
  await fresh.db`
    insert into migrations (number, name, checksum, applied_at)
    select max(number) + 1, ${name}, ${name}, now()
    from migrations`;
}

async function endAll(nodes: readonly ServiceProcess[]): Promise<void> {
  for (const { url } of nodes) balancer.services.delete(url);
  await Promise.all(nodes.map((node) => node.end('SIGKILL')));
}
