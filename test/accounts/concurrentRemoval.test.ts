/* A person and an account are removed while glasses, skills and integrations are working. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { removeDueAccounts } from '../../src/features/accounts/removal/removal.ts';
import { requestRemoval } from '../../src/features/accounts/removal/requests.ts';
import { KEEP_REASON_BY_TABLE } from '../../src/features/accounts/removal/tables.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { eraseUser } from '../../src/features/users/people/erasure.ts';
import { createUser } from '../../src/features/users/users.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { failFast } from '../../src/lib/concurrency/backoffRunner.ts';
import type { Answer } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type Tenant } from '../support/world.ts';
import { countRowsContaining, countRowsOfAccount } from './support/remainingRows.ts';

const MINUTE_MS = 60_000;
const PERSON = {
  email: 'mira.quist@example.com',
  full_name: 'Mira Quist',
  password: 'correct horse battery',
};
/** On a busy machine, a skill can exceed its timeout. */
const TIMED_OUT = /^The skill (took too long|failed: No answer came in time)$/;
/** Tables whose rows are removed by age, as the operator's guide says. */
const KEPT_BY_AGE = ['events', 'request_log'];

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const receiver = await openReceiver();
after(() => receiver.close());
const held: (() => void)[] = [];
receiver.answer = ({ path }, response) => {
  const answer = () => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  if (path === '/held') held.push(answer);
  else answer();
};
world.startSender();

/** Starts callers of every kind, which continue until they are stopped, and returns the answers they got. */
async function startWork(tenant: Tenant, user_id: string) {
  const api = await tenant.api();
  const glasses = await tenant.device({ user_id });
  const outside = world.as((await createIntegration(tenant.ctx(), { provider: 'fieldware' })).secret);
  const skill = (path: string) =>
    createSkill(tenant.ctx(), {
      name: 'Lamp',
      kind: 'http',
      response_target: 'context',
      arguments_schema: { type: 'object' },
      config: { url: receiver.url + path, headers: {} },
    });
  const [quick, slow] = [await skill('/quick'), await skill('/held')];
  await endpointOf(tenant, `${receiver.url}/hook`, [
    'task.created',
    'task.completed',
    'session.started',
    'session.completed',
    'skill.executed',
  ]);
  const answers: Answer[] = [];
  const stopping = new AbortController();
  const repeat = async (step: (at: number) => Promise<Answer>) => {
    for (let at = 0; !stopping.signal.aborted; at += 1) answers.push(await step(at));
  };
  const run = (skill_id: string) => glasses.post('/device/v1/skills/execute', { skill_id, arguments: {} });
  const loops = [
    repeat(async (at) => {
      const { body } = await glasses.post('/device/v1/sessions', { role: 'trainee', session_name: `${at}` });
      return glasses.post('/device/v1/sessions/complete', { session_id: body.id, status: 'completed' });
    }),
    repeat((at) =>
      outside.post('/inbound/v1/tasks', { external_id: `${at}`, title: 'Pump', assigned_to: user_id }),
    ),
    repeat(() => run(quick.id)),
    repeat(() => api.post('/v1/api-tenant-tasks', { title: 'Seal', assigned_to: user_id })),
  ];
  const before = held.length;
  const late = run(slow.id);
  await eventually(
    () => held.length,
    (count) => count > before,
  );
  await eventually(
    () => answers.length,
    (count) => count >= 20,
  );
  return {
    answers,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      held.at(-1)?.();
      answers.push(await late);
    },
  };
}

function assertNoFault(answers: readonly Answer[], refusals: readonly number[]): void {
  assert.ok(answers.some(({ status }) => status < 300));
  const others = answers.filter(
    ({ status, body }) => status >= 300 && !refusals.includes(status) && !TIMED_OUT.test(body?.message),
  );
  assert.deepEqual(
    others.map(({ status, text }) => `${status} ${text}`),
    [],
  );
}

test('200 for erasing an active user: no record contains their name afterwards, and no request fails', async () => {
  const tenant = await world.account();
  const { user_id } = await createUser(tenant.ctx(), { ...PERSON, is_admin: true });
  const work = await startWork(tenant, user_id);
  const erased = await Promise.all([eraseUser(tenant.ctx(), user_id), eraseUser(tenant.ctx(), user_id)]);
  assert.deepEqual(erased, [{ erased: true }, { erased: true }]);
  const asked = work.answers.length;
  await eventually(
    () => work.answers.length,
    (count) => count >= asked + 20,
  );
  await work.stop();
  assertNoFault(work.answers, [400, 401]);
  await world.app.requests.flush();
  const named = await countRowsContaining(world.db, [PERSON.email, PERSON.full_name]);
  for (const table of KEPT_BY_AGE) delete named[table];
  assert.deepEqual(named, {});
});

test('all rows of an active account are removed, and no row is written afterwards', async () => {
  const tenant = await world.account('Werkstatt Süd');
  const user_id = await tenant.user(PERSON.full_name);
  const work = await startWork(tenant, user_id);
  await requestRemoval(tenant.ctx(), { name: 'Werkstatt Süd', days: 0 });
  for (let turn = 0; turn < 5; turn += 1) await removeDueAccounts(world.platform(), failFast, 50);
  await work.stop();
  assertNoFault(work.answers, [400, 401, 404]);
  assert.ok(work.answers.some(({ status }) => status === 401));
  await removeDueAccounts(world.platform(), failFast, Infinity);
  world.clock.advance(6 * MINUTE_MS);
  await removeDueAccounts(world.platform(), failFast, Infinity);
  world.clock.advance(DAY_MS);
  await world.app.requests.flush();
  const left = await countRowsOfAccount(world.db, tenant.account_id);
  for (const table of Object.keys(KEEP_REASON_BY_TABLE)) delete left[table];
  assert.deepEqual(left, {});
  assert.equal((await world.db`select 1 from accounts where id = ${tenant.account_id}`).length, 0);
});
