import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { assertCountersExact } from '../support/userCounters.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const reader = await tenant.api(['read:sessions']);
const glasses = await tenant.device();
const strangerApi = await (await world.account()).api();
const { body: session } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
world.clock.advance(100_000);
await glasses.post('/device/v1/sessions/complete', { session_id: session.id, status: 'completed' });
const { body: gone } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
await api.delete(`/v1/api-tenant-sessions?session_id=${gone.id}`);
const PATH = `/v1/api-tenant-sessions?session_id=${session.id}`;

const everything = {
  session_name: 'Filter change',
  session_description: 'Line 2',
  session_summary: 'Went well',
  duration_seconds: 300,
  procedure_count: 4,
  video_url: 'https://media.example.com/v.mp4',
  thumbnail_url: 'https://media.example.com/v.jpg',
};

test('200 with every member changed', async () => {
  const { status, body } = await api.patch(PATH, everything);
  assert.equal(status, 200);
  for (const [name, value] of Object.entries(everything)) assert.equal(body[name], value, name);
  assert.deepEqual(Object.keys(body).toSorted(), Object.keys(session).toSorted());
  const { body: page } = await reader.get('/v1/api-tenant-sessions');
  assert.deepEqual(
    page.sessions.find(({ id }: { id: string }) => id === session.id),
    body,
  );
  await assertCountersExact(world.db, tenant.account_id);
});

test('200 for a change of only the members in the request; null clears a text', async () => {
  const { body: before } = await api.patch(PATH, everything);
  const { body } = await api.patch(PATH, { session_name: null });
  assert.deepEqual(body, { ...before, session_name: null });
});

test('200 for an empty change, and for unknown members', async () => {
  const { body: before } = await api.patch(PATH, everything);
  for (const sent of [{}, { status: 'failed', role: 'trainee', id: 'x' }]) {
    const { status, body } = await api.patch(PATH, sent);
    assert.equal(status, 200);
    assert.deepEqual(body, before);
  }
});

const aliases: [object, number][] = [
  [{ procedures_count: 7 }, 7],
  [{ procedure_count: 8 }, 8],
  [{ procedure_count: 9, procedures_count: 9 }, 9],
];
for (const [sent, count] of aliases) {
  test(`200 for ${JSON.stringify(sent)}`, async () => {
    const { status, body } = await api.patch(PATH, sent);
    assert.equal(status, 200);
    assert.equal(body.procedure_count, count);
  });
}

test('400 CONFLICTING_ALIASES for two aliases that differ, and nothing changes', async () => {
  const { body: before } = await api.patch(PATH, {});
  const { status, body } = await api.patch(PATH, {
    session_name: 'No',
    procedure_count: 1,
    procedures_count: 2,
  });
  assert.equal(status, 400);
  assert.deepEqual(body, {
    error: 'CONFLICTING_ALIASES',
    message: 'procedure_count: differs from its alias procedures_count',
  });
  assert.deepEqual((await api.patch(PATH, {})).body, before);
});

const refused: [string, object, string][] = [
  ['a name that is a number', { session_name: 7 }, 'session_name: must be a string or null'],
  ['a negative duration', { duration_seconds: -1 }, 'duration_seconds: must be at least 0'],
  ['a fractional duration', { duration_seconds: 1.5 }, 'duration_seconds: must be an integer'],
  ['a duration of null', { duration_seconds: null }, 'duration_seconds: must be an integer'],
  ['a count in quotes', { procedure_count: '3' }, 'procedure_count: must be an integer'],
  ['a negative alias', { procedures_count: -3 }, 'procedures_count: must be at least 0'],
  [
    'a count above the range of the column',
    { procedure_count: 2 ** 31 },
    'procedure_count: must be at most 2147483647',
  ],
  ['more than a year', { duration_seconds: 31_622_401 }, 'duration_seconds: must be at most 31622400'],
  ['a plain http video', { video_url: 'http://media.example.com/v.mp4' }, 'video_url: must be an https URL'],
  ['a thumbnail that is not a URL', { thumbnail_url: 'v.jpg' }, 'thumbnail_url: must be an https URL'],
];
for (const [what, body, message] of refused) {
  test(`400 for ${what}`, async () => {
    const answer = await api.patch(PATH, body);
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { error: 'BAD_REQUEST', message });
  });
}

test('400 without session_id, and for an invalid UUID', async () => {
  const without = await api.patch('/v1/api-tenant-sessions', {});
  const wrong = await api.patch('/v1/api-tenant-sessions?session_id=7', {});
  assert.deepEqual([without.status, without.body.message], [400, 'session_id: required']);
  assert.deepEqual([wrong.status, wrong.body.message], [400, 'session_id: must be a valid uuid']);
});

test("404 for an unknown session, a deleted session and another account's session", async () => {
  const unknown = newId(world.clock.now());
  const answers = [
    await api.patch(`/v1/api-tenant-sessions?session_id=${unknown}`, {}),
    await api.patch(`/v1/api-tenant-sessions?session_id=${gone.id}`, {}),
    await strangerApi.patch(PATH, {}),
  ];
  for (const { status, body } of answers) {
    assert.equal(status, 404);
    assert.deepEqual(body, { error: 'NOT_FOUND', message: 'Session not found' });
  }
});

test('403 without write:sessions', async () => {
  assert.equal((await reader.patch(PATH, {})).status, 403);
});
