/** The home page shows who is training and the newest activity of the account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const NOTHING = { running: [], running_total: 0, recent: [] };

async function newAccount() {
  const tenant = await world.account();
  return { tenant, admin: await consoleOf(world, tenant.admin) };
}

type Caller = Awaited<ReturnType<typeof newAccount>>['admin'];
const activityOf = async (browser: Caller) => (await browser.get('/home/activity')).body;
const sentences = ({ recent }: any) =>
  recent.map(({ kind, actor, record }: any) => `${actor.name ?? actor.kind} ${kind} ${record.name}`);

test('200 without activity for an empty account, also while another account is active', async () => {
  const busy = await newAccount();
  await busy.admin.post('/tasks', { title: 'Oil the press' });
  const glasses = await busy.tenant.device();
  await glasses.post('/device/v1/sessions', { role: 'trainer' });
  const { admin } = await newAccount();
  assert.deepEqual(await activityOf(admin), NOTHING);
});

test('200 with the running sessions, newest first, and without ended and deleted ones', async () => {
  const { tenant, admin } = await newAccount();
  const ids: string[] = [];
  for (let at = 0; at < 8; at += 1) {
    const glasses = await tenant.device({ user_id: await tenant.user(`Trainee ${at}`) });
    world.clock.advance(1_000);
    ids.push((await glasses.post('/device/v1/sessions', { role: 'trainee' })).body.id);
    if (at === 6)
      await glasses.post('/device/v1/sessions/complete', { session_id: ids[at], status: 'failed' });
  }
  await admin.delete(`/sessions?session_id=${ids[7]}`);
  const { running, running_total } = await activityOf(admin);
  assert.equal(running_total, 6);
  assert.deepEqual(
    running.map(({ user }: any) => user.name),
    ['Trainee 5', 'Trainee 4', 'Trainee 3', 'Trainee 2', 'Trainee 1', 'Trainee 0'],
  );
});

test('200 with the names of users, keys and wearers who acted, newest first', async () => {
  const { tenant, admin } = await newAccount();
  const member = await consoleOf(world, await memberOf(tenant));
  const api = await tenant.api();
  const first = (await admin.post('/tasks', { title: 'First' })).body.id;
  world.clock.advance(60_000);
  await member.patch(`/tasks?task_id=${first}`, { status: 'completed' });
  world.clock.advance(60_000);
  const { id: task_id } = (await api.post('/v1/api-tenant-tasks', { title: 'Second' })).body;
  const glasses = await tenant.device({ user_id: await tenant.user('Wendy Wearer') });
  world.clock.advance(60_000);
  const started = await glasses.post('/device/v1/sessions', {
    role: 'trainer',
    session_name: 'Show it',
    task_id,
  });
  world.clock.advance(60_000);
  await glasses.post('/device/v1/sessions/complete', { session_id: started.body.id, status: 'completed' });

  const seen = await activityOf(member);
  const [key] = await world.db<{ name: string }[]>`select name from api_keys where id = ${api.key_id}`;
  const [owner] = await world.db<
    { full_name: string }[]
  >`select full_name from users where id = ${tenant.admin_id}`;
  assert.deepEqual(
    sentences(seen).toSorted(),
    [
      `${owner?.full_name} task_created First`,
      `${key?.name} task_created Second`,
      'Mira Member task_completed First',
      'Wendy Wearer session_completed Show it',
      'Wendy Wearer task_completed Second',
    ].toSorted(),
  );
  assert.equal(sentences(seen).at(-1), `${owner?.full_name} task_created First`);
});

test('200 with the newest eight actions, without a reopened task and a deleted session', async () => {
  const { tenant, admin } = await newAccount();
  const glasses = await tenant.device({ user_id: await tenant.user('Wendy Wearer') });
  const { id: session_id } = (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body;
  await glasses.post('/device/v1/sessions/complete', { session_id, status: 'failed' });
  assert.deepEqual(sentences(await activityOf(admin)), ['Wendy Wearer session_failed null']);
  await admin.delete(`/sessions?session_id=${session_id}`);
  for (let at = 0; at < 9; at += 1) {
    world.clock.advance(1_000);
    const { id } = (await admin.post('/tasks', { title: `Task ${at}` })).body;
    await admin.patch(`/tasks?task_id=${id}`, { status: 'completed' });
    await admin.patch(`/tasks?task_id=${id}`, { status: 'open' });
  }
  const { recent } = await activityOf(admin);
  assert.deepEqual(
    recent.map(({ kind, record }: any) => `${kind} ${record.name}`),
    [8, 7, 6, 5, 4, 3, 2, 1].map((at) => `task_created Task ${at}`),
  );
});
