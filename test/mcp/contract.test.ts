/* Promises of the contract about agents, asked over /mcp. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '../support/events.ts';
import { openSite } from '../skills/support/site.ts';
import { agentWithKey } from './support/agents.ts';

const { answering, api, glasses, skill, tenant, user_id, world } = await openSite();
const agent = await agentWithKey(world, api.token);

test('a deleted session is gone from the tools of agents, while another one stays', async () => {
  const start = async () => (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body.id;
  const [deleted, kept]: string[] = [await start(), await start()];
  const listed = async () => {
    const { is_error, answer } = await agent.call('list_sessions');
    assert.equal(is_error, false);
    const ids = answer.sessions.map(({ id }: { id: string }) => id);
    return [ids.includes(deleted), ids.includes(kept), answer.total];
  };
  const [, , total] = await listed();
  assert.deepEqual(await listed(), [true, true, total], 'the control');
  assert.equal((await api.delete(`/v1/api-tenant-sessions?session_id=${deleted}`)).status, 200);
  assert.deepEqual(await listed(), [false, true, total - 1]);
});

test('skill.executed is told of a skill that an agent runs, once, with the promised members', async () => {
  answering(200, '{"set":true}');
  const { is_error, answer } = await agent.call('run_skill', {
    skill_id: skill.id,
    arguments: { room: 'Hall 2' },
  });
  assert.deepEqual([is_error, answer], [false, { set: true }]);
  const events = (await eventsOf(world.db, tenant.account_id, skill.id)).filter(
    ({ event }) => event === 'skill.executed',
  );
  assert.equal(events.length, 1);
  const { execution_id, duration_ms, ...data } = events[0]?.data ?? {};
  assert.match(String(execution_id), /^[0-9a-f-]{36}$/);
  assert.ok(Number.isInteger(duration_ms));
  assert.deepEqual(data, {
    skill_id: skill.id,
    skill_name: 'Set the temperature',
    session_id: null,
    user_id,
    status: 'success',
    response_target: 'context',
    executed_at: world.clock.now().toISOString(),
  });
});
