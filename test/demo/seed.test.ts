import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { seedDemo } from '../../src/demo/demo.ts';
import { DEMO_SESSIONS } from '../../src/demo/recordings.ts';
import { listBundlesOfAccountAndSeats } from '../../src/features/bundles/bundles.ts';
import { listDocuments } from '../../src/features/knowledge/documents.ts';
import { listSkills } from '../../src/features/skills/skills.ts';
import { assertCountersExact } from '../support/userCounters.ts';
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

test('200 for a demo with sessions over four weeks, users on seats and exact counters', async () => {
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
  const admins = await world.db`select full_name from users where is_admin`;
  assert.deepEqual([...admins], [{ full_name: 'Maren Holt' }]);
  const [account] = await world.db`select id from accounts`;
  await assertCountersExact(world.db, String(account?.['id']));
});

test('demo sessions take 6 to 28 minutes; completed sessions of trainers have a video', () => {
  const minutes = DEMO_SESSIONS.map((one) => one.minutes);
  assert.deepEqual([Math.min(...minutes), Math.max(...minutes)], [6, 28]);
  for (const { start, end, video_url } of DEMO_SESSIONS)
    assert.equal(video_url !== undefined, start.role === 'trainer' && end !== undefined);
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
  const bundles = await listBundlesOfAccountAndSeats(ctx);
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

test('200 for six library forms with pictures, of which two are imported, and for four submissions', async () => {
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

test('200 for a demo endpoint that delivered, failed and recovered, with deliveries of today', async () => {
  const { body: health } = await api.get('/v1/endpoints/health');
  const [endpoint] = health.endpoints;
  assert.equal(health.endpoints.length, 1);
  const names = await world.db`select name from webhook_endpoints`;
  assert.deepEqual([...names], [{ name: 'Maintenance planner' }]);
  assert.equal(endpoint.waiting, 0);
  const { body: page } = await api.get('/v1/deliveries?limit=100');
  const deliveries: { state: string; attempts: number; event_id: string }[] = page.deliveries;
  const count = (state: string, more_than: number) =>
    deliveries.filter((one) => one.state === state && one.attempts > more_than).length;
  assert.deepEqual([count('failed', 0), count('pending', 0)], [2, 0]);
  const repeated = deliveries.filter(({ state, attempts }) => state === 'delivered' && attempts > 1);
  assert.deepEqual(
    repeated.map(({ attempts }) => attempts).toSorted((one, other) => one - other),
    [2, 2, 2, 3],
  );
  assert.ok(count('delivered', 0) > 20);

  const failed = deliveries.find(({ state }) => state === 'failed');
  const ref = `event_id=${failed?.event_id}&endpoint_id=${endpoint.endpoint_id}`;
  const { body: shown } = await api.get(`/v1/delivery?${ref}`);
  const attempts: { status: number; attempted_at: string }[] = shown.log;
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [503, 503, 503],
  );
  const [first = 0, second = 0, third = 0] = attempts.map(({ attempted_at }) => Date.parse(attempted_at));
  assert.ok(second - first >= 10_000 && third - second >= 60_000);

  const tried = await world.db<{ status: number; total_ms: number }[]>`
    select distinct status, total_ms from webhook_attempts order by status, total_ms`;
  const timesOf = (one: number) =>
    tried.filter(({ status }) => status === one).map(({ total_ms }) => total_ms);
  assert.deepEqual(timesOf(503), [212]);
  assert.ok(timesOf(200).length > 3 && timesOf(200).every((ms) => ms >= 3 && ms <= 11));

  const [queued] = await world.db`select count(*)::int as count from webhook_queue`;
  assert.equal(queued?.['count'], 0);
  const arrivals = await world.db<{ verdict: string; event_id: string }[]>`
    select verdict, body::json ->> 'event_id' as event_id from webhook_arrivals`;
  assert.ok(arrivals.length >= 5 && arrivals.every(({ verdict }) => verdict === 'verified'));
  const delivered = new Set(
    (await world.db`select event_id from webhook_deliveries`).map((one) => `evt-${String(one['event_id'])}`),
  );
  assert.ok(arrivals.every(({ event_id }) => delivered.has(event_id)));
});

test('200 for a demo with a request log, a used key and recently seen seats', async () => {
  const { body: log } = await api.get('/v1/requests?limit=100');
  const requests: { status: number; by: { name: string } }[] = log.requests;
  assert.ok(requests.length > 50);
  assert.deepEqual(new Set(requests.map(({ status }) => status)), new Set([200, 201, 400]));
  const [shown] = await world.db`
    select distinct answer_body from request_log where query = 'limit=5&status=open'`;
  const { tasks, limit, offset } = JSON.parse(String(shown?.['answer_body']));
  assert.deepEqual([tasks.length, limit, offset], [5, 5, 0]);
  assert.ok(requests.every(({ by }) => by.name === 'Demo' || by.name === 'Field Planner'));
  const [key] = await world.db`select last_used_at from api_keys`;
  const seats = await world.db`select last_seen_at from seats order by last_seen_at`;
  const since = world.clock.now().getTime() - DAY_MS;
  const seen = [key?.['last_used_at'], ...seats.map((seat) => seat['last_seen_at'])];
  assert.equal(seen.length, 3);
  assert.ok(seen.every((at) => Date.parse(String(at)) > since));
});

test('200 for a demo with a connected app that used its token', async () => {
  const [grant] = await world.db`
    select person.full_name as allowed_by, given.scopes, given.created_at, given.last_used_at
    from oauth_grants as given
    join users as person on person.account_id = given.account_id and person.id = given.user_id`;
  const now = world.clock.now().getTime();
  assert.equal(grant?.['allowed_by'], 'Maren Holt');
  assert.deepEqual(grant['scopes'], ['read:tasks', 'write:tasks', 'read:users', 'manage:webhooks']);
  assert.equal(now - Date.parse(String(grant['created_at'])), 6 * DAY_MS);
  assert.ok(Date.parse(String(grant['last_used_at'])) > now - DAY_MS);
  const live = await world.db`select id from browser_sessions where ended_at is null`;
  assert.equal(live.length, 0);
});

test('200 for a demo with an integration that pushed tasks, and with successful and failed executions', async () => {
  const { body } = await api.get('/v1/api-tenant-tasks?source=integration');
  assert.deepEqual(
    body.tasks.map((one: { status: string }) => one.status),
    ['open', 'in_progress', 'completed'],
  );
  const executions = await world.db`select status from skill_executions order by id`;
  assert.deepEqual(
    executions.map(({ status }) => status),
    ['success', 'success', 'failure', 'success'],
  );
});
