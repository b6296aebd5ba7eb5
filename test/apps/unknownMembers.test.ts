/* An admin can change only the declared members of an app, and no other columns of its row. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type, type TSchema } from '../../src/lib/schema/type.ts';
import { bodyReader } from '../../src/lib/http/validate.ts';
import { Input } from '../../src/lib/schema/schema.ts';
import { consoleOf } from '../../support/console.ts';
import { makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const owner = await world.account('Maker GmbH');
const other = await world.account('Kunde AG');
const { client_id } = await makeApp(world, owner, { active: false });
const admin = await consoleOf(world, owner.admin);

for (const members of [
  { status: 'active' },
  { account_id: other.account_id },
  { client_id: 'app_000000000000000000000000' },
  { secret_last4: 'aaaa' },
  { deleted_at: '2026-01-01' },
  { nothing_of_the_row: 1 },
]) {
  test(`200 and no change for ${Object.keys(members).join()} in a change of an app`, async () => {
    const path = `/app?client_id=${client_id}`;
    const before = await admin.get(path);
    const changed = await admin.patch(`/apps?client_id=${client_id}`, members);
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual((await admin.get(path)).body, before.body);
  });
}

test('control: an open schema accepts unknown members', () => {
  const closed = Input({ name: Type.String() });
  const read = (schema: TSchema) => bodyReader(schema)({ name: 'A', status: 'active' });
  assert.deepEqual(read(closed), { name: 'A' });
  assert.deepEqual(read(Type.Object(closed.properties)), { name: 'A', status: 'active' });
});
