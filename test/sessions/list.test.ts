import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();
const stranger = await (await world.account()).device();
const writer = await tenant.api(['write:sessions']);
const PATH = '/v1/api-tenant-sessions';

async function record(device: typeof glasses, role: string, status?: string): Promise<string> {
  const { body } = await device.post('/device/v1/sessions', { role });
  if (status) await device.post('/device/v1/sessions/complete', { session_id: body.id, status });
  world.clock.advance(60_000);
  return body.id;
}
const first = await record(glasses, 'trainer', 'completed');
const second = await record(glasses, 'trainee', 'failed');
const third = await record(glasses, 'trainer');
const deleted = await record(glasses, 'trainer', 'completed');
await api.delete(`${PATH}?session_id=${deleted}`);
await record(stranger, 'trainer');

const idsAt = async (query: string) => {
  const { body } = await api.get(PATH + query);
  assert.equal(body.total, body.sessions.length);
  return body.sessions.map(({ id }: { id: string }) => id);
};

test('200 with the newest start first, without deleted sessions and other accounts', async () => {
  const { status, body } = await api.get(PATH);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).toSorted(), ['limit', 'offset', 'sessions', 'total']);
  assert.deepEqual([body.total, body.limit, body.offset], [3, 50, 0]);
  assert.deepEqual(
    body.sessions.map(({ id }: { id: string }) => id),
    [third, second, first],
  );
});

const filters: [string, string[]][] = [
  ['?status=completed', [first]],
  ['?status=failed', [second]],
  ['?status=in_progress', [third]],
  ['?role=trainer', [third, first]],
  ['?role=trainee', [second]],
  ['?role=trainee&status=completed', []],
  ['?from=2026-03-02T09:01:00Z', [third, second]],
  ['?to=2026-03-02T09:01:00Z', [second, first]],
  ['?from=2026-03-02T09:01:00Z&to=2026-03-02T09:01:00Z', [second]],
  ['?status=&role=', [third, second, first]],
];
for (const [query, expected] of filters) {
  test(`200 for ${query}`, async () => assert.deepEqual(await idsAt(query), expected));
}

test('200 for each page with the exact total, also beyond the end', async () => {
  const { body: page } = await api.get(`${PATH}?limit=1&offset=1`);
  assert.deepEqual([page.sessions[0].id, page.sessions.length, page.total], [second, 1, 3]);
  const { body: beyond } = await api.get(`${PATH}?offset=9`);
  assert.deepEqual(beyond, { sessions: [], total: 3, limit: 50, offset: 9 });
});

for (const query of ['status=done', 'role=admin', 'from=soon', 'to=x', 'limit=0', 'limit=101', 'offset=-1']) {
  test(`400 for ?${query}`, async () => {
    const { status, body } = await api.get(`${PATH}?${query}`);
    assert.equal(status, 400);
    assert.equal(body.error, 'BAD_REQUEST');
  });
}

test('403 without read:sessions', async () => {
  const { status, body } = await writer.get(PATH);
  assert.equal(status, 403);
  assert.equal(body.error, 'INSUFFICIENT_PERMISSIONS');
});

for (const method of ['POST', 'PUT', 'OPTIONS']) {
  test(`405 for ${method}`, async () => {
    const { status, headers, body } = await api.call(PATH, {
      method,
      ...(method === 'POST' && { body: {} }),
    });
    assert.equal(status, 405);
    assert.equal(headers.get('allow'), 'GET, PATCH, DELETE');
    assert.deepEqual(body, {
      error: 'METHOD_NOT_ALLOWED',
      message: `${method} is not accepted here, only GET, PATCH, DELETE`,
    });
  });
}
