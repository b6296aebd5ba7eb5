import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/clock.ts';
import { seedDemo } from '../../src/demo/demo.ts';
import { listAllocatedBundles } from '../../src/features/bundles/bundles.ts';
import { listDocuments } from '../../src/features/knowledge/documents.ts';
import { listSkills } from '../../src/features/skills/skills.ts';
import { assertCountersExact } from '../support/recount.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const said: string[] = [];
await seedDemo(world.platform(), (line) => said.push(line));
const api = world.as(
  said
    .find((line) => line.startsWith('demo key'))
    ?.split(' ')
    .at(-1) ?? '',
);

test('200 for a demo with sessions over four weeks, people on seats and counters that are exact', async () => {
  const { body: sessions } = await api.get('/v1/api-tenant-sessions?limit=100');
  const { body: users } = await api.get('/v1/api-tenant-users');
  const ages = sessions.sessions.map((one: { started_at: string }) => Date.parse(one.started_at));
  assert.equal(sessions.total, 26);
  assert.ok(Math.max(...ages) - Math.min(...ages) > 25 * DAY_MS);
  assert.deepEqual(
    new Set(sessions.sessions.map((one: { status: string }) => one.status)),
    new Set(['in_progress', 'completed', 'failed']),
  );
  assert.equal(users.users.filter((one: { seat: unknown }) => one.seat !== null).length, 2);
  const [account] = await world.db`select id from accounts`;
  await assertCountersExact(world.db, String(account?.['id']));
});

test('200 for demo work that a session completed, and procedures in every state of review', async () => {
  const { body } = await api.get('/v1/api-tenant-tasks?limit=100&status=completed');
  assert.equal(body.tasks.filter((one: { session_id: unknown }) => one.session_id !== null).length, 2);
  const states = await world.db`select distinct status from procedures order by status`;
  assert.deepEqual(
    states.map(({ status }) => status),
    ['approved', 'pending', 'rejected'],
  );
});

test('200 for a demo with skills of its own and of two bundles, and documents to search', async () => {
  const [account] = await world.db`select id from accounts`;
  const ctx = {
    ...world.platform(),
    account_id: String(account?.['id']),
    actor: { kind: 'system' } as const,
  };
  const skills = await listSkills(ctx);
  assert.deepEqual(
    skills
      .map(({ name, owner }) => [name, owner])
      .toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
    [
      ['Ask the handbook', 'account'],
      ['Look up a part', 'platform'],
      ['Safety rules', 'platform'],
    ],
  );
  const bundles = await listAllocatedBundles(ctx);
  assert.deepEqual(
    bundles.map(({ name, seat_ids }) => [name, seat_ids?.length ?? 'all']),
    [
      ['Field service', 'all'],
      ['Safety at work', 1],
    ],
  );
  const { documents } = await listDocuments(ctx, { limit: 10, offset: 0 });
  assert.deepEqual(
    documents.map(({ name }) => name),
    ['handbook.md'],
  );
});

test('200 for six library forms with pictures that we drew, two of them imported, one filled in', async () => {
  const { body: library } = await api.get('/v1/api-tenant-forms?library=true');
  const { body: own } = await api.get('/v1/api-tenant-forms');
  assert.deepEqual([library.forms.length, own.forms.length], [6, 2]);
  for (const { template_image_url, template_mime_type, field_count } of [...library.forms, ...own.forms]) {
    const response = await fetch(template_image_url);
    assert.equal(response.headers.get('content-type'), template_mime_type);
    assert.ok((await response.arrayBuffer()).byteLength > 10_000);
    assert.ok(field_count >= 5);
  }
  const filled = await world.db`select missing from form_submissions order by submitted_at`;
  assert.deepEqual(
    filled.map(({ missing }) => missing),
    [[], [], ['brakes'], []],
  );
});
