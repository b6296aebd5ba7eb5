/* Failed calls of a receiver: the answer, the event, the stored execution and the result of a test run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExecutions, testSkill } from '../../src/features/skills/executions/executions.ts';
import { eventsOf } from '../support/events.ts';
import { openSkillSite } from './support/site.ts';

const { receiver, world, tenant, answering, run, good } = await openSkillSite();

type Failing = { arrange: () => void; rule: string; values?: object; message: string; stored: object };

const FAILING: Record<string, Failing> = {
  'a response without success': {
    arrange: () => answering(503, 'busy'),
    rule: 'skill_status',
    values: { status: 503 },
    message: "The skill's service answered 503",
    stored: { answer_status: 503, answer: 'busy' },
  },
  'a redirect': {
    arrange: () => answering(302, ''),
    rule: 'skill_status',
    values: { status: 302 },
    message: "The skill's service answered 302",
    stored: { answer_status: 302, answer: null },
  },
  'a response over 1 MB': {
    arrange: () => answering(200, Buffer.alloc(1024 * 1024 + 1, 'a')),
    rule: 'skill_answer_too_large',
    values: { most: 1 },
    message: 'The response is larger than 1 MB',
    stored: { answer_status: 200, answer: 'a'.repeat(4_096) },
  },
  'a response that is not text': {
    arrange: () => answering(200, Buffer.from([0xff, 0xfe, 0xfd])),
    rule: 'skill_answer_not_text',
    message: 'The response is neither JSON nor text',
    stored: { answer_status: 200, answer: null },
  },
};

for (const [what, { arrange, rule, values, message, stored }] of Object.entries(FAILING)) {
  test(`500 for ${what}, with a failure event`, async () => {
    arrange();
    const { status, body } = await run(good);
    assert.deepEqual([status, body.error], [500, 'INTERNAL_ERROR']);
    assert.equal(body.message, `The skill failed: ${message}`);
    const { execution_id } = JSON.parse(receiver.received.at(-1)?.body ?? '');
    const [event, ...more] = await eventsOf(world.db, tenant.account_id, execution_id);
    assert.deepEqual([event?.event, event?.data['status'], more], ['skill.executed', 'failure', []]);

    const error_details = { path: null, rule, limit: null, ...(values && { values }) };
    const failure = { status: 'failure', error: message, error_details };
    const { executions } = await listExecutions(tenant.ctx(), { limit: 1, offset: 0 });
    const { answer_status, answer, ...execution } = executions[0] ?? assert.fail();
    assert.deepEqual({ answer_status, answer }, stored);
    assert.deepEqual(
      { status: execution.status, error: execution.error, error_details: execution.error_details },
      failure,
    );
    const { duration_ms, ...tried } = await testSkill(tenant.ctx(), good);
    assert.deepEqual(tried, { ...failure, answer_status, output: null });
    assert.ok(duration_ms >= 0 && duration_ms < 60_000);
  });
}

test('the beginning of each response of a receiver is stored', async () => {
  const last = async () => (await listExecutions(tenant.ctx(), { limit: 1, offset: 0 })).executions[0];
  answering(503, `\0${'b'.repeat(4_096)}`);
  await run(good);
  const failed = await last();
  assert.deepEqual(
    [failed?.answer_status, failed?.answer, failed?.error],
    [503, `\uFFFD${'b'.repeat(4_095)}`, "The skill's service answered 503"],
  );
  answering(404, '');
  await run(good);
  assert.deepEqual([(await last())?.answer_status, (await last())?.answer], [404, null]);
  answering(200, JSON.stringify({ a: 'c'.repeat(5_000) }));
  await run(good);
  const done = await last();
  assert.deepEqual([done?.answer?.length, done?.error], [4_096, null]);
  assert.equal(done?.answer?.slice(0, 7), '{"a":"c');
});
