/* Promises of the contract about agents, tested over /mcp. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '../support/events.ts';
import { openSkillSite } from '../skills/support/site.ts';
import { agentWithKey } from './support/agents.ts';

const { answering, api, glasses, skill, tenant, user_id, world } = await openSkillSite();
const agent = await agentWithKey(world, api.token);

test('a deleted session is not in the tools of agents, while another one remains', async () => {
  const record = async (title: string): Promise<string> => {
    const { id } = (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body;
    const procedures = [{ title }];
    const end = { session_id: id, status: 'completed', procedures };
    assert.equal((await glasses.post('/device/v1/sessions/complete', end)).status, 200);
    return id;
  };
  const [deleted, kept] = [await record('Deleted'), await record('Kept')];
  const ask = async (tool: string) => {
    const { is_error, answer } = await agent.call(tool);
    assert.equal(is_error, false);
    return answer;
  };
  const listed = async () => {
    const { sessions, total } = await ask('list_sessions');
    const { procedures } = await ask('list_procedures');
    const { users } = await ask('list_users');
    const { total_sessions } = users.find(({ id }: { id: string }) => id === user_id);
    const sessionIds = sessions.map(({ id }: { id: string }) => id);
    const countOf = (id: string) =>
      procedures.filter(({ session_id }: { session_id: string }) => session_id === id).length;
    return [deleted, kept]
      .map((id) => [sessionIds.includes(id), countOf(id)])
      .concat([[total, total_sessions]]);
  };
  const [, , [total, total_sessions] = []] = await listed();
  const before = [
    [true, 1],
    [true, 1],
    [total, total_sessions],
  ];
  assert.deepEqual(await listed(), before, 'the control');
  assert.equal((await api.delete(`/v1/api-tenant-sessions?session_id=${deleted}`)).status, 200);
  assert.deepEqual(await listed(), [
    [false, 0],
    [true, 1],
    [Number(total) - 1, Number(total_sessions) - 1],
  ]);
});

test('skill.executed is sent once for a skill that an agent runs, with the promised members', async () => {
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
