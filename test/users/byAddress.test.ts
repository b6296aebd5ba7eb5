import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivateUser } from '../../src/features/users/users.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const [tenant, others] = [await world.account(), await world.account()];
const [api, other] = [await tenant.api(), await others.api()];
const stranger = await others.user('Stranger');
const gone = await tenant.user('Gil Gone');
await deactivateUser(tenant.ctx(), gone);
const PATH = '/v1/api-tenant-users';
const idsOf = (body: { users: { id: string }[] }) => body.users.map(({ id }) => id);

test('200 with only the user of an address in any case and domain spelling', async () => {
  const email = 'Ümit@bücher.example'.replace('Ü', 'u');
  const { user_id } = (await api.post(PATH, { email, full_name: 'Umit', roles: ['admin'] })).body;
  for (const spelled of [
    email,
    'UMIT@BÜCHER.EXAMPLE',
    'umit@xn--bcher-kva.example',
    'umit@bücher。example',
  ]) {
    const { status, body } = await api.get(`${PATH}?email=${encodeURIComponent(spelled)}`);
    assert.deepEqual([status, idsOf(body), body.total], [200, [user_id], 1], spelled);
  }
  const { body } = await api.get(`${PATH}?email=umit@xn--bcher-kva.example&status=inactive`);
  assert.deepEqual([body.users, body.total], [[], 0]);
  const { email: address } = (await api.get(`${PATH}?user_id=${gone}`)).body;
  assert.deepEqual(idsOf((await api.get(`${PATH}?email=${address}&status=inactive&role=trainee`)).body), [
    gone,
  ]);
});

test("200 with an empty list for another account's, partial or unknown address", async () => {
  const { email } = (await other.get(`${PATH}?user_id=${stranger}`)).body;
  for (const one of [
    email,
    'mit@xn--bcher-kva.example',
    'nobody@example.com',
    'u_it@xn--bcher-kva.example',
  ]) {
    const { status, body } = await api.get(`${PATH}?email=${encodeURIComponent(one)}`);
    assert.deepEqual([status, body.users, body.total], [200, [], 0], one);
  }
});

test('400 for an invalid address', async () => {
  for (const wrong of [
    'umit',
    'a@b',
    'a b@example.com',
    '@example.com',
    `a@xn--a.${'b'.repeat(64)}.example`,
  ]) {
    const { status, body } = await api.get(`${PATH}?email=${encodeURIComponent(wrong)}`);
    assert.deepEqual([status, body.message], [400, 'email: must be an email address'], wrong);
  }
});
