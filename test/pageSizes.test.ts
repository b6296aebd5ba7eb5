/* Page sizes of the four lists in the contract, each with more rows than a page has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from './support/world.ts';

const ROWS = 101;
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();

const TASKS = '/v1/api-tenant-tasks';
const USERS = '/v1/api-tenant-users';
const FORMS = '/v1/api-tenant-forms';
const template_image_url = 'https://media.example.com/pump.png';

const LISTS: [path: string, member: string, add: (at: number) => Promise<{ status: number }>][] = [
  [TASKS, 'tasks', (at) => api.post(TASKS, { title: `Task ${at}` })],
  ['/v1/api-tenant-sessions', 'sessions', () => glasses.post('/device/v1/sessions', { role: 'trainer' })],
  [
    USERS,
    'users',
    (at) => api.post(USERS, { email: `p${at}@example.com`, full_name: `Person ${at}`, roles: ['admin'] }),
  ],
  [FORMS, 'forms', (at) => api.post(FORMS, { name: `Form ${at}`, template_image_url })],
];

for (const [, , add] of LISTS) {
  for (let at = 0; at < ROWS; at++) {
    assert.equal((await add(at)).status, 201);
    world.clock.advance(1_000);
  }
}

for (const [path, member] of LISTS) {
  const idsOf = async (query: string): Promise<string[]> => {
    const { status, body } = await api.get(path + query);
    assert.equal(status, 200);
    return body[member].map(({ id }: { id: string }) => id);
  };

  test(`200 for ${path} without parameters: the first fifty of more`, async () => {
    const { body } = await api.get(path);
    assert.deepEqual([body[member].length, body.limit, body.offset], [50, 50, 0]);
    assert.deepEqual(await idsOf(''), (await idsOf('?limit=100')).slice(0, 50));
  });

  test(`200 for ${path} with the least and the greatest limit`, async () => {
    const hundred = await idsOf('?limit=100');
    assert.equal(new Set(hundred).size, 100);
    assert.deepEqual(await idsOf('?limit=1'), hundred.slice(0, 1));
    assert.deepEqual(await idsOf('?limit=1&offset=99'), hundred.slice(99));
  });

  test(`400 for ${path} with a limit of 0 or 101`, async () => {
    for (const limit of [0, 101]) {
      const { status, body } = await api.get(`${path}?limit=${limit}`);
      assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
      assert.match(body.message, /^limit: must be/);
    }
  });
}
