import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivateUser, reactivateUser } from '../../src/features/users/users.ts';
import { countAll, rollupOf, forgetCounts } from '../support/countedLists.ts';
import { openWorld } from '../support/world.ts';

const COUNT = 5;
const ROUNDS = 12;

const world = await openWorld();
const { db } = world;
const tenant = await world.account();
const api = await tenant.api();
const { account_id } = tenant;
const ids: string[] = [];
for (let at = 0; at < COUNT; at++) ids.push(await tenant.user());
await tenant.device();

const FILTERS = ['', 'status=active', 'status=inactive', 'role=trainer', 'role=tenant_admin'];

async function listAll() {
  const pages = await Promise.all(FILTERS.map((filter) => api.get(`/v1/api-tenant-users?${filter}`)));
  return pages.map(({ body }) => [body.total, body.users.length]);
}

/** Changes the status of one user with several simultaneous requests. */
async function changeStatuses(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const id = ids[round % COUNT] ?? '';
    await Promise.all(
      [0, 1, 2, 3].map((side) => (side % 2 ? deactivateUser : reactivateUser)(tenant.ctx(), id)),
    );
  }
}

await changeStatuses();
await deactivateUser(tenant.ctx(), ids[0] ?? '');
const [{ active, inactive } = { active: NaN, inactive: NaN }] = await db<
  { active: number; inactive: number }[]
>`
  select
    count(*) filter (where status = 'active')::int as active,
    count(*) filter (where status = 'inactive')::int as inactive
  from users
  where account_id = ${account_id}`;
const right = [COUNT + 2, active, inactive, 1, 1].map((total) => [total, total]);
const written = await listAll();
await countAll(rollupOf(db));
const folded = await listAll();
await db`update users set status = 'active' where account_id = ${account_id} and status = 'inactive'`;
const unnoted = await listAll();
await forgetCounts(db, account_id, 'users');
const uncounted = await listAll();

test('200 with exact totals of users after status changes on several doors, before and after the rollup', () => {
  assert.ok(inactive > 0);
  assert.deepEqual(written, right);
  assert.deepEqual(folded, right);
});

test('control: an unrecorded status change is missing in the counters and counted row by row', () => {
  assert.equal(unnoted[2]?.[0], inactive);
  assert.deepEqual(uncounted[2], [0, 0]);
});
