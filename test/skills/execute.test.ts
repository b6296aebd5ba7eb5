import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { actAsPlatform } from '../../src/access/platform.ts';
import { allocateBundle, withdrawBundle } from '../../src/features/bundles/bundles.ts';
import { listExecutions } from '../../src/features/skills/executions/executions.ts';
import { changeSkill, revealSkillSecret } from '../../src/features/skills/skills.ts';
import { eventsOf } from '../support/events.ts';
import { openSkillSite } from './support/site.ts';

const {
  answering,
  bundle,
  glasses,
  good,
  platform,
  receiver,
  run,
  second,
  session,
  shared,
  skill,
  tenant,
  user_id,
  world,
} = await openSkillSite();

test('200 with the output; the receiver gets a signed call with arguments and context', async () => {
  answering(200, '{"set":true,"degrees":21}');
  const { status, body } = await run({ ...good, arguments: { room: 'Hall 2', degrees: 21 } });
  assert.equal(status, 200);
  assert.deepEqual(body, { set: true, degrees: 21 });
  const call = receiver.received.at(-1);
  assert.ok(call);
  const sent = JSON.parse(call.body);
  assert.deepEqual(sent, {
    execution_id: sent.execution_id,
    skill: { id: skill.id, name: 'Set the temperature' },
    arguments: { room: 'Hall 2', degrees: 21 },
    session_context: { seat_id: glasses.seat_id, user_id, role: 'trainer', session_id: null },
  });
  assert.equal(call.headers['x-key'], 'k1');
  assert.equal(call.headers['x-site'], 'North');
  const { secret } = await revealSkillSecret(tenant.ctx(), skill.id);
  const timestamp = String(call.headers['x-webhook-timestamp']);
  const genuine = createHmac('sha256', secret).update(`${timestamp}.${call.body}`).digest('hex');
  assert.equal(call.headers['x-webhook-signature'], genuine);

  const [event, ...more] = await eventsOf(world.db, tenant.account_id, sent.execution_id);
  assert.equal(more.length, 0);
  assert.equal(event?.event, 'skill.executed');
  assert.deepEqual(event.data, {
    execution_id: sent.execution_id,
    skill_id: skill.id,
    skill_name: 'Set the temperature',
    session_id: null,
    user_id,
    status: 'success',
    response_target: 'context',
    duration_ms: event.data['duration_ms'],
    executed_at: '2026-03-02T09:00:00.000Z',
  });
  assert.ok(Number.isInteger(event.data['duration_ms']), String(event.data['duration_ms']));
  const { executions } = await listExecutions(tenant.ctx(), { skill_id: skill.id, limit: 1, offset: 0 });
  assert.deepEqual(
    [executions[0]?.id, executions[0]?.status, executions[0]?.caller, executions[0]?.answer_status],
    [sent.execution_id, 'success', 'api', 200],
  );
});

test('200 for a given context of session, user and role', async () => {
  answering(200, '{}');
  const contexts: [object, object][] = [
    [
      { session_id: session.id },
      { seat_id: glasses.seat_id, user_id, role: 'trainer', session_id: session.id },
    ],
    [
      { seat_id: second.seat_id },
      { seat_id: second.seat_id, user_id: second.user_id, role: 'trainee', session_id: null },
    ],
    [{ user_id: tenant.admin_id }, { seat_id: null, user_id: tenant.admin_id, role: null, session_id: null }],
    [
      { session_id: session.id, seat_id: glasses.seat_id, user_id, role: 'trainee' },
      { seat_id: glasses.seat_id, user_id, role: 'trainee', session_id: session.id },
    ],
    [{ role: 'trainee' }, { seat_id: glasses.seat_id, user_id, role: 'trainee', session_id: null }],
  ];
  for (const [session_context, expected] of contexts) {
    assert.equal((await run({ ...good, session_context })).status, 200);
    assert.deepEqual(JSON.parse(receiver.received.at(-1)?.body ?? '').session_context, expected);
  }
});

test('400 for a seat or user other than that of the session', async () => {
  for (const [more, message] of [
    [{ seat_id: second.seat_id }, 'session_context.seat_id: not the seat of the session'],
    [{ user_id: tenant.admin_id }, 'session_context.user_id: not the user of the session'],
  ] as const) {
    const { status, body } = await run({ ...good, session_context: { session_id: session.id, ...more } });
    assert.deepEqual([status, body.message], [400, message]);
  }
});

test('200 while a bundle with the skill is allocated, 403 afterwards', async () => {
  answering(200, '{}');
  await changeSkill(actAsPlatform(platform), shared.id, { is_active: true });
  const execute = async () => (await run({ ...good, skill_id: shared.id })).status;
  const statuses = [await execute()];
  await allocateBundle(platform, { account_id: tenant.account_id, bundle_id: bundle.id });
  statuses.push(await execute());
  await withdrawBundle(platform, { account_id: tenant.account_id, bundle_id: bundle.id });
  statuses.push(await execute());
  assert.deepEqual(statuses, [403, 200, 403]);
});

test('200 for the named seats of a bundle, also without a context; 403 NOT_ENTITLED for other seats', async () => {
  answering(200, '{}');
  const allocation = { account_id: tenant.account_id, bundle_id: bundle.id, seat_ids: [second.seat_id] };
  await allocateBundle(platform, allocation);
  const body = { skill_id: shared.id, arguments: { room: 'A' } };
  assert.equal((await second.post('/device/v1/skills/execute', body)).status, 200);
  const refused = await glasses.post('/device/v1/skills/execute', body);
  assert.deepEqual([refused.status, refused.body.error], [403, 'NOT_ENTITLED']);
  assert.equal((await run(body)).status, 200);
  assert.equal(JSON.parse(receiver.received.at(-1)?.body ?? '').session_context.seat_id, second.seat_id);
  for (const [member, value] of [
    ['seat_id', glasses.seat_id],
    ['user_id', glasses.user_id],
  ]) {
    const elsewhere = await run({ ...body, session_context: { [`${member}`]: value } });
    assert.deepEqual([elsewhere.status, elsewhere.body.error], [403, 'NOT_ENTITLED']);
    assert.equal(elsewhere.body.message, `session_context.${member}: the skill is allocated to other seats`);
  }
  const named = { seat_id: second.seat_id.toUpperCase(), user_id: second.user_id.toUpperCase() };
  assert.equal((await run({ ...body, session_context: named })).status, 200);
  const manifests = await Promise.all([glasses, second].map((one) => one.get('/device/v1/manifest')));
  assert.deepEqual(
    manifests.map(({ body }) => [
      body.bundle?.name,
      body.skills.some((one: { id: string }) => one.id === shared.id),
    ]),
    [
      [undefined, false],
      ['Field service', true],
    ],
  );
  const { body: started } = await second.post('/device/v1/sessions', { role: 'trainee' });
  const [event] = await eventsOf(world.db, tenant.account_id, started.id);
  assert.deepEqual([event?.event, event?.data['bundle_name']], ['session.started', 'Field service']);
  await withdrawBundle(platform, allocation);
  assert.equal((await second.post('/device/v1/skills/execute', body)).status, 403);
});

test('200 on the glasses, in their session', async () => {
  answering(200, 'done', 'text/plain');
  const { status, body } = await glasses.post('/device/v1/skills/execute', {
    ...good,
    session_id: session.id,
  });
  assert.deepEqual([status, body], [200, { output: 'done' }]);
  const { session_context, execution_id } = JSON.parse(receiver.received.at(-1)?.body ?? '');
  assert.deepEqual([session_context.session_id, session_context.seat_id], [session.id, glasses.seat_id]);
  const [event] = await eventsOf(world.db, tenant.account_id, execution_id);
  assert.equal(event?.event, 'skill.executed');
  assert.deepEqual([event.data['session_id'], event.data['status']], [session.id, 'success']);
});

test('200 with a non-object output wrapped in an object', async () => {
  const answers: [string, string, unknown][] = [
    ['[1,2]', 'application/json', { output: [1, 2] }],
    ['42', 'text/plain', { output: '42' }],
    ['', 'text/plain', { output: null }],
    ['{"a":1}', 'text/plain', { a: 1 }],
    ['[1,2]', 'text/plain', { output: '[1,2]' }],
    ['null', 'application/json', { output: null }],
    ['not JSON', 'application/json', { output: 'not JSON' }],
    ['42', 'application/problem+json', { output: 42 }],
    [' \n', 'application/json', { output: null }],
    ['a'.repeat(1024 * 1024), 'text/plain', { output: 'a'.repeat(1024 * 1024) }],
  ];
  for (const [text, type, expected] of answers) {
    answering(200, text, type);
    assert.deepEqual((await run(good)).body, expected);
  }
});

test('200 on the glasses without a session, and for a role of the seat that is not the first', async () => {
  answering(200, '{}');
  const { status } = await glasses.post('/device/v1/skills/execute', { ...good, session_id: null });
  assert.equal(status, 200);
  const { session_context } = JSON.parse(receiver.received.at(-1)?.body ?? '');
  assert.deepEqual([session_context.session_id, session_context.seat_id], [null, glasses.seat_id]);
});

test('200 with the newest execution first, and with each filter', async () => {
  const list = async (filter: object) => {
    const { executions, has_more } = await listExecutions(tenant.ctx(), { limit: 2, offset: 0, ...filter });
    return { ids: executions.map(({ id }) => id), has_more };
  };
  answering(200, '{}');
  world.clock.advance(60_000);
  await run(good);
  const from = world.clock.now().toISOString();
  world.clock.advance(60_000);
  answering(500, '');
  await run({ ...good, session_context: { session_id: session.id } });
  const to = world.clock.now().toISOString();
  world.clock.advance(60_000);
  answering(200, '{}');
  await glasses.post('/device/v1/skills/execute', good);
  const [third, second] = (await list({})).ids;
  const [, first] = (await list({ offset: 1 })).ids;
  assert.deepEqual(await list({ from, to }), { ids: [second, first], has_more: false });
  assert.deepEqual((await list({ from, limit: 3 })).ids, [third, second, first]);
  assert.deepEqual(await list({ from, limit: 3 }), { ids: [third, second, first], has_more: false });
  assert.deepEqual(await list({ from }), { ids: [third, second], has_more: true });
  assert.deepEqual((await list({ from, status: 'failure' })).ids, [second]);
  assert.deepEqual((await list({ from, caller: 'device' })).ids, [third]);
  assert.deepEqual((await list({ from, session_id: session.id })).ids, [second]);
  assert.deepEqual((await list({ from, skill_id: shared.id })).ids, []);
});

test('200 once for one Idempotency-Key; a failure leaves the key free', async () => {
  answering(200, '{"n":1}');
  const key = { 'Idempotency-Key': 'once' };
  const before = receiver.received.length;
  const answers = [await run(good, key), await run(good, key)];
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body]),
    [
      [200, { n: 1 }],
      [200, { n: 1 }],
    ],
  );
  assert.equal(receiver.received.length, before + 1);

  const again = { 'Idempotency-Key': 'again' };
  answering(500, '');
  assert.equal((await run(good, again)).status, 500);
  answering(200, '{"n":2}');
  assert.deepEqual((await run(good, again)).body, { n: 2 });
});
