/* List operations of the contract return a single record if its id is given. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scope } from '../src/access/scopes.ts';
import { openAccountCallers } from './contracts/support/stage.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();
const [side, strangers] = [await openAccountCallers(world), await openAccountCallers(world)];
const { tenant, make } = side;
const api = await tenant.api();
const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

type Path = {
  path: string;
  id: string;
  list: string;
  scope: Scope;
  make: (of: typeof make) => Promise<string>;
};

const PATHS: Path[] = [
  {
    path: '/v1/api-tenant-tasks',
    id: 'task_id',
    list: 'tasks',
    scope: 'read:tasks',
    make: async (of) => of.task({ assigned_to: await of.user() }),
  },
  {
    path: '/v1/api-tenant-sessions',
    id: 'session_id',
    list: 'sessions',
    scope: 'read:sessions',
    make: (of) => of.session(),
  },
  {
    path: '/v1/api-tenant-users',
    id: 'user_id',
    list: 'users',
    scope: 'read:users',
    make: (of) => of.user(),
  },
  { path: '/v1/api-tenant-forms', id: 'id', list: 'forms', scope: 'read:forms', make: (of) => of.form() },
];

const ids = new Map<string, [own: string, foreign: string]>();
for (const { path, make: makeOne } of PATHS)
  ids.set(path, [await makeOne(make), await makeOne(strangers.make)]);

for (const { path, id: name, list, scope } of PATHS) {
  const [id = '', foreign = ''] = ids.get(path) ?? [];

  test(`200 for GET ${path} by ${name} with the record as the list has it`, async () => {
    const { status, body } = await api.get(`${path}?${name}=${id}`);
    assert.equal(status, 200);
    const { body: page } = await api.get(path);
    assert.deepEqual(
      body,
      page[list].find((row: { id: string }) => row.id === id),
    );
    assert.deepEqual((await api.get(`${path}?${name}=${id.toUpperCase()}`)).body, body);
  });

  test(`404 for GET ${path} by the ${name} of another account, and by one that is unknown`, async () => {
    const answers = [
      await api.get(`${path}?${name}=${foreign}`),
      await api.get(`${path}?${name}=${UNKNOWN}`),
    ];
    for (const { status, body } of answers) assert.deepEqual([status, body.error], [404, 'NOT_FOUND']);
    assert.deepEqual(answers[0]?.body, answers[1]?.body);
  });

  test(`400 for GET ${path} by a ${name} that is no UUID`, async () => {
    for (const wrong of ['1', 'null', `${id}0`, `${id},${id}`, "' or 1=1"]) {
      const { status, body } = await api.get(`${path}?${name}=${encodeURIComponent(wrong)}`);
      assert.deepEqual([status, body.error], [400, 'BAD_REQUEST'], wrong);
      assert.match(body.message, new RegExp(`^${name}: `));
    }
    assert.equal((await api.get(`${path}?${name}=${id}&${name}=${id}`)).status, 400);
  });

  test(`200 for GET ${path} with an empty ${name}, which counts as absent`, async () => {
    const { status, body } = await api.get(`${path}?${name}=`);
    assert.equal(status, 200);
    assert.deepEqual(body, (await api.get(path)).body);
    assert.ok(body[list].length > 0);
  });

  test(`403 for GET ${path} by ${name} without ${scope}`, async () => {
    const { status, body } = await (await tenant.api(['manage:webhooks'])).get(`${path}?${name}=${id}`);
    assert.deepEqual([status, body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
  });
}

test('404 for a session that was deleted', async () => {
  const session_id = await make.deletedSession();
  assert.equal((await api.get(`/v1/api-tenant-sessions?session_id=${session_id}`)).status, 404);
});
