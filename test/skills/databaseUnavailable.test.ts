import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSkill } from '../../src/features/skills/skills.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { openReceiver } from '../support/receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const receiver = await openReceiver();
const server = connect({ ...world.connection, database: 'postgres' }, { max: 1, ...LONG_TIMEOUTS });
after(() => Promise.all([receiver.close(), server.end({ timeout: 1 })]));
const tenant = await world.account();
await tenant.device();
const api = await tenant.api();
const skill = await createSkill(tenant.ctx(), {
  name: 'Skill',
  kind: 'http',
  config: { url: receiver.url },
  arguments_schema: { type: 'object' },
});

test('500, and not 503, for a skill that has already run when the database becomes unavailable', async () => {
  const { database } = world.connection;
  let calls = 0;
  const closeDatabase = async () => {
    await server.unsafe(`alter database ${database} allow_connections false`);
    await server`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`;
  };
  receiver.answer = (_request, response) => {
    calls++;
    void closeDatabase().then(() => response.writeHead(200).end('{"ok":true}'));
  };
  const run = () => api.post('/v1/api-tenant-skills-execute', { skill_id: skill.id, arguments: {} });
  const during = await run();
  // A connection whose end was not noticed yet may have written something, so its error is a 500 until then.
  const control = await eventually(run, ({ status }) => status === 503);
  await server.unsafe(`alter database ${database} allow_connections true`);
  assert.deepEqual([during.status, during.body.error], [500, 'INTERNAL_ERROR']);
  assert.deepEqual([control.status, control.text], [503, '']);
  assert.equal(calls, 1);
});
