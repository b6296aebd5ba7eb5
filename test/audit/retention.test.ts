import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { TABLES_KEPT_AUDIT_DAYS, TABLES_KEPT_RETENTION_DAYS } from '../../src/database/database.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { createLog } from '../../src/lib/log.ts';
import { runHousekeeping } from '../../src/workers/housekeeping.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const housekeeping = {
  db: world.db,
  clock: world.clock,
  log: createLog('silent'),
  tables: TABLES_KEPT_RETENTION_DAYS,
  retention_days: 30,
  other_tables: [{ names: TABLES_KEPT_AUDIT_DAYS, days: 400 }],
  deleteOldQueueRows: async () => {},
};

async function act(name: string): Promise<void> {
  await createKey(tenant.ctx(), { name, scopes: ['read:tasks'] });
}

async function acts(): Promise<unknown[]> {
  const { entries } = await listAudit(tenant.ctx(), { action: 'key', limit: 10, offset: 0 });
  return entries.map(({ details }) => details['name']).toReversed();
}

async function isThere(day: string): Promise<boolean> {
  const [partition] = await world.db`select to_regclass(${`audit_entries_${day}`}) as name`;
  return partition?.['name'] !== null;
}

test('audit entries are kept for the configured days, then their partition is dropped', async () => {
  await act('outside of all days');
  world.clock.advance(DAY_MS);
  await runHousekeeping(housekeeping);
  await act('in its day');
  assert.ok(await isThere('2026_03_03'));
  world.clock.advance(399 * DAY_MS);
  await runHousekeeping(housekeeping);
  assert.deepEqual(await acts(), ['outside of all days', 'in its day']);
  await act('later');
  world.clock.advance(2 * DAY_MS);
  await runHousekeeping(housekeeping);
  assert.deepEqual(await acts(), ['later']);
  assert.ok(!(await isThere('2026_03_03')));
});
