import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { writeLastUses, LAST_USE_COLUMNS } from '../../src/access/sql/uses.ts';
import { createCredentialUseRecorder } from '../../src/access/uses.ts';
import { createLog } from '../../src/lib/log.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { eventually } from '../../support/eventually.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const device = await tenant.device();
const integration = await createIntegration(tenant.ctx(), { provider: 'fieldware' });
const app = await makeApp(world, tenant);
const { access_token } = await connectApp(world, await adminBrowser(world, tenant), app);
const used_at = world.clock.now().toISOString();

/** A limit below the ten seconds after which all other uses are written. */
const AT_ONCE_MS = 8_000;

const TABLES = Object.keys(LAST_USE_COLUMNS) as (keyof typeof LAST_USE_COLUMNS)[];
const lastUse = async (table: keyof typeof LAST_USE_COLUMNS): Promise<unknown> => {
  const [row] = await world.db.unsafe(`select max(${LAST_USE_COLUMNS[table]}) as at from ${table}`);
  return row?.['at'];
};

const uses: Record<keyof typeof LAST_USE_COLUMNS, () => Promise<{ status: number }>> = {
  api_keys: () => api.get('/v1/api-tenant-tasks'),
  oauth_grants: () => world.as(access_token).get('/v1/api-tenant-tasks'),
  seats: () => device.get('/device/v1/manifest'),
  integrations: () =>
    world.as(integration.secret).post('/inbound/v1/tasks', { external_id: 'WO-1', title: 'Pushed' }),
};

for (const table of TABLES) {
  test(`200, and the first use of a row of ${table} is written immediately`, async () => {
    assert.equal(await lastUse(table), null);
    assert.equal((await uses[table]()).status, 200);
    assert.equal(
      await eventually(
        () => lastUse(table),
        (at) => at !== null,
        AT_ONCE_MS,
      ),
      used_at,
    );
  });
}

test('an older use never overwrites a newer one', async () => {
  const [key] = await world.db<[{ id: string }]>`select id from api_keys where last_used_at is not null`;
  const older = new Date(world.clock.now().getTime() - 60_000);
  await writeLastUses(world.db, 'api_keys', [{ account_id: tenant.account_id, id: key.id, at: older }]);
  assert.equal(await lastUse('api_keys'), used_at);
});

test('closing waits for a running write of last uses', async () => {
  const written = Promise.withResolvers<void>();
  let is_writing = false;
  const write = () => ((is_writing = true), written.promise);
  const recorder = createCredentialUseRecorder(write, createLog('silent'));
  recorder.note({ account_id: tenant.account_id, id: 'key', at: world.clock.now() });
  await eventually(
    () => is_writing,
    (yes) => yes,
  );
  const closed = recorder.close().then(() => 'closed');
  assert.equal(await Promise.race([closed, setImmediate('waits')]), 'waits');
  written.resolve();
  assert.equal(await closed, 'closed');
});
