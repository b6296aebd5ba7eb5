/* Answers of the staff API for unknown accounts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { openWorld } from '../support/world.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const world = await openWorld();
const tenant = await world.account('Known GmbH');
const member = await world.staff();
const staff = await consoleOf(world, member);
const admin = await consoleOf(world, tenant.admin);
const open = (cookie: string, path: string) => world.nobody.call(path, { headers: { Cookie: cookie } });

const CALLS: [method: string, path: string, body?: object][] = [
  ['GET', '/staff/account'],
  ['GET', '/staff/account/deletion'],
  ['POST', '/staff/account/deletion', { name: 'Known GmbH', current_password: member.password }],
  ['DELETE', '/staff/account/deletion'],
];
for (const [method, path, body] of CALLS) {
  test(`404 for an unknown account: ${method} ${path}`, async () => {
    const answer = await staff.call(`${path}?account_id=${UNKNOWN}`, { method, ...(body && { body }) });
    assert.deepEqual([answer.status, answer.body.message], [404, 'Account not found']);
  });
}

test('200 for an existing account that is not being deleted', async () => {
  const { status, body } = await staff.get(`/staff/account/deletion?account_id=${tenant.account_id}`);
  assert.deepEqual([status, body], [200, (await admin.get('/account/deletion')).body]);
});

test('the archive of an account: 200 for staff, 303 without a sign-in, 400 without a UUID, 403 for others', async () => {
  const path = (account_id: string) => `/account-for-staff.tar.gz?account_id=${account_id}`;
  const { status, headers } = await open(staff.cookie, path(tenant.account_id));
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/gzip']);
  assert.match(
    headers.get('content-disposition') ?? '',
    new RegExp(`filename="${tenant.account_id}-\\d{4}-\\d\\d-\\d\\d\\.tar\\.gz"`),
  );
  const away = await open('', path(tenant.account_id));
  assert.equal(away.status, 303);
  assert.equal(away.headers.get('location'), `/sign-in?next=${encodeURIComponent(path(tenant.account_id))}`);
  assert.equal((await open(staff.cookie, path('1'))).status, 400);
  assert.equal((await open(admin.cookie, path(tenant.account_id))).status, 403);
});
