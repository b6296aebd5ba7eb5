import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import {
  TABLES_KEPT_AUDIT_DAYS,
  TABLES_KEPT_REQUEST_LOG_DAYS,
  TABLES_KEPT_RETENTION_DAYS,
} from '../../src/database/database.ts';
import { pauseEndpoint, resumeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { deleteOldQueueRows } from '../../src/features/webhooks/sending/start.ts';
import { createLog } from '../../src/lib/log.ts';
import { runHousekeeping } from '../../src/workers/housekeeping.ts';
import { endpointOf } from '../support/endpoints.ts';
import { ledgerOf } from '../../support/deliveries.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const tenant = await world.account();
const api = await tenant.api();
const endpoint_id = await endpointOf(tenant, 'http://127.0.0.1:1/');
const housekeeping = {
  db: world.db,
  clock: world.clock,
  log: createLog('silent'),
  tables: TABLES_KEPT_RETENTION_DAYS,
  retention_days: 30,
  other_tables: [
    { names: TABLES_KEPT_AUDIT_DAYS, days: 400 },
    { names: TABLES_KEPT_REQUEST_LOG_DAYS, days: 7 },
  ],
  deleteOldQueueRows,
};

test('partitions are created ahead and dropped after the retention time, with their waiting deliveries', async () => {
  await pauseEndpoint(tenant.ctx(), endpoint_id);
  await api.post('/v1/api-tenant-tasks', { title: 'Outside of all days' });
  world.clock.advance(DAY_MS);
  await runHousekeeping(housekeeping);
  await api.post('/v1/api-tenant-tasks', { title: 'In its day' });
  assert.deepEqual(await days(), ['2026_03_03', '2026_03_04', '2026_03_05', '2026_03_06']);
  world.clock.advance(30 * DAY_MS);
  await runHousekeeping(housekeeping);
  assert.deepEqual(await count(), [1, 1]);
  world.clock.advance(DAY_MS);
  await runHousekeeping(housekeeping);
  assert.deepEqual(await count(), [0, 0]);
  assert.ok(!(await days()).includes('2026_03_03'));
  assert.equal((await ledgerOf(world.db)).queued, 0);
});

test('an orphaned delivery of a deleted endpoint is cancelled', async () => {
  await resumeEndpoint(tenant.ctx(), endpoint_id);
  await api.post('/v1/api-tenant-tasks', { title: 'Too late' });
  await world.db`update webhook_endpoints set deleted_at = ${world.clock.now()} where id = ${endpoint_id}`;
  await runHousekeeping(housekeeping);
  const ledger = await ledgerOf(world.db);
  assert.deepEqual([ledger.created, ledger.pending, ledger.queued], [1, 0, 0]);
});

async function days(): Promise<string[]> {
  const rows = await world.db<{ name: string }[]>`
    select relname as name from pg_class
    where relname like 'webhook_attempts_2026_0%' and relkind = 'r' order by 1`;
  return rows.map(({ name }) => name.slice('webhook_attempts_'.length));
}

async function count(): Promise<[number, number]> {
  const [events] = await world.db<[{ count: number }]>`select count(*)::int as count from events`;
  return [events.count, (await ledgerOf(world.db)).created];
}
