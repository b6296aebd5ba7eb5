/*
 * Two people edit one record in the dashboard. Pages send the values that they showed, so the second edit of a member
 * gets a 409 and writes nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, Caller } from '../../support/caller.ts';
import { createUser } from '../../src/features/users/users.ts';
import { consoleOf, type Person } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const stranger = await consoleOf(world, (await world.account()).admin);
const second = await consoleOf(world, await adminOf('Sam Second'));
const api = await tenant.api();

async function adminOf(full_name: string): Promise<Person> {
  const person = { email: `admin-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  await createUser(tenant.ctx(), { ...person, full_name, is_admin: true });
  return person;
}

const PNG = drawPng().toString('base64');
const field = (label: string) => ({
  key: label.toLowerCase(),
  label,
  type: 'text',
  required: false,
  position: 1,
});

type Conflict = { members: object[]; changed_by: { kind: string; name: string | null } | null };

/** Asserts a 409 with these members, and returns the name of the other editor. */
function editorOf({ status, body }: Answer, members: object[]): string | null | undefined {
  assert.equal(status, 409, JSON.stringify(body));
  assert.equal(body.error, 'CONFLICT');
  assert.equal(body.details.rule, 'changed_meanwhile');
  const conflict: Conflict = body.details.conflict;
  assert.deepEqual(conflict.members, members);
  return conflict.changed_by?.name;
}

async function newTask(): Promise<{ path: string; read: () => Promise<any> }> {
  const { id } = (await member.post('/tasks', { title: 'Oil the press', priority: 'low' })).body;
  return {
    path: `/tasks?task_id=${id}`,
    read: async () => (await member.get(`/task?task_id=${id}`)).body.task,
  };
}

test('409 for a task whose title another user changed, with the value and the user', async () => {
  const { path, read } = await newTask();
  await admin.patch(path, { title: 'Grease the press', expected: { title: 'Oil the press' } });
  const second = await member.patch(path, {
    title: 'Clean the press',
    priority: 'high',
    expected: { title: 'Oil the press', priority: 'low' },
  });
  assert.equal(editorOf(second, [{ member: 'title', current: 'Grease the press' }]), 'Ada Admin');
  const { title, priority } = await read();
  assert.deepEqual([title, priority], ['Grease the press', 'low'], 'nothing was written');

  const mine = { title: 'Clean the press', expected: { title: 'Grease the press' } };
  assert.equal((await member.patch(path, mine)).status, 200, 'the user saw the other value');
});

test('409 with the name of the assignee, and with the API key that assigned the task', async () => {
  const { path } = await newTask();
  const user_id = await tenant.user('Bo Builder');
  await api.patch(`/v1/api-tenant-tasks${path.slice('/tasks'.length)}`, { assigned_to: user_id });
  const second = await member.patch(path, {
    assigned_to: tenant.admin_id,
    expected: { assigned_to: null },
  });
  const members = [{ member: 'assigned_to', current: user_id, name: 'Bo Builder' }];
  assert.equal(editorOf(second, members), 'Test');
});

test('200 for edits of different members, for the same value, and without `expected`', async () => {
  const { path, read } = await newTask();
  await admin.patch(path, { title: 'Grease the press', expected: { title: 'Oil the press' } });
  const edits = [
    { priority: 'high', expected: { priority: 'low' } },
    { title: 'Grease the press', expected: { title: 'Oil the press' } },
    { description: 'Twice' },
  ];
  for (const edit of edits) assert.equal((await member.patch(path, edit)).status, 200);
  const { title, priority, description } = await read();
  assert.deepEqual([title, priority, description], ['Grease the press', 'high', 'Twice']);
});

test('409 for exactly one of two edits at the same time', async () => {
  const { path } = await newTask();
  const edit = (by: Caller, title: string) => by.patch(path, { title, expected: { title: 'Oil the press' } });
  const both = await Promise.all([edit(admin, 'Grease the press'), edit(member, 'Clean the press')]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  );
});

test("404 for another account's task, without its values", async () => {
  const { path } = await newTask();
  const { status, body } = await stranger.patch(path, { title: 'Mine', expected: { title: 'Unknown' } });
  assert.equal(status, 404);
  assert.equal(JSON.stringify(body).includes('Oil the press'), false);
});

test('200 for a change over the API, which has no `expected`', async () => {
  const { path } = await newTask();
  const sent = { title: 'Over the API', expected: { title: 'Unknown' } };
  const { status } = await api.patch(`/v1/api-tenant-tasks${path.slice('/tasks'.length)}`, sent);
  assert.equal(status, 200, 'unknown members are removed');
});

test('409 for a form whose fields and picture another admin changed', async () => {
  const name = 'Pump inspection';
  const form = (await admin.post('/forms', { name, is_active: false, fields: [field('Pressure')] })).body;
  const path = `/forms?id=${form.id}`;
  const first = { fields: [field('Heat')], template_image_base64: PNG, name: 'Pump' };
  assert.equal((await second.put(path, first)).status, 200);
  const current = (await admin.get(`/form?id=${form.id}`)).body;
  const edit = {
    fields: [field('Noise')],
    template_image_base64: PNG,
    expected: { fields: form.fields, template_image_url: form.template_image_url },
  };
  const members = [
    { member: 'fields', current: current.fields },
    { member: 'template_image_url', current: current.template_image_url },
  ];
  assert.equal(editorOf(await admin.put(path, edit), members), 'Sam Second');
  const expected = { fields: current.fields, template_image_url: current.template_image_url };
  assert.equal((await admin.put(path, { ...edit, expected })).status, 200);
});

test('409 for a skill whose config another admin changed, without the value of its secret header', async () => {
  const config = { url: 'https://parts.example.com/', auth_header: { name: 'X-Key', value: 'hidden-value' } };
  const skill = (await admin.post('/skills', { name: 'Stock', kind: 'http', config })).body;
  const path = `/skills?skill_id=${skill.id}`;
  const shown = { config: skill.config, name: 'Stock' };
  const moved = { ...skill.config, url: 'https://parts.example.com/v2' };
  assert.equal((await second.patch(path, { config: moved, expected: shown })).status, 200);
  const mine = { config: { ...skill.config, method: 'GET' }, name: 'Parts', expected: shown };
  const answer = await admin.patch(path, mine);
  assert.equal(editorOf(answer, [{ member: 'config', current: moved }]), 'Sam Second');
  assert.equal(JSON.stringify(answer.body).includes('hidden-value'), false);
  assert.equal((await admin.patch(path, { ...mine, expected: { ...shown, config: moved } })).status, 200);
});

test('409 for a platform skill and a platform form, with the name of the staff member', async () => {
  const [ida, staff] = [await staffConsole('Ida Staff'), await staffConsole('Jon Staff')];
  const skill = (await ida.post('/staff/skills', { name: 'Search', kind: 'knowledge_search' })).body;
  const path = `/staff/skills?skill_id=${skill.id}`;
  assert.equal((await ida.patch(path, { name: 'Find', expected: { name: 'Search' } })).status, 200);
  const edit = { name: 'Look', expected: { name: 'Search' } };
  assert.equal(editorOf(await staff.patch(path, edit), [{ member: 'name', current: 'Find' }]), 'Ida Staff');

  const form = (await ida.post('/staff/forms', { name: 'Search', is_active: false })).body;
  const place = `/staff/forms?id=${form.id}`;
  assert.equal((await ida.put(place, { name: 'Find', expected: { name: 'Search' } })).status, 200);
  assert.equal(editorOf(await staff.put(place, edit), [{ member: 'name', current: 'Find' }]), 'Ida Staff');
});

test('409 for an endpoint whose URL and name another admin changed', async () => {
  const url = 'https://93.184.216.34/one';
  const { id } = (await admin.post('/endpoints', { url, events: ['task.created'] })).body;
  const path = `/endpoints?endpoint_id=${id}`;
  const shown = { url, name: null };
  const first = { url: `${url}/two`, name: 'Planning', expected: shown };
  assert.equal((await second.patch(path, first)).status, 200);
  const edit = { url: `${url}/three`, name: 'Shifts', events: ['task.completed'], expected: shown };
  const members = [
    { member: 'url', current: `${url}/two` },
    { member: 'name', current: 'Planning' },
  ];
  assert.equal(editorOf(await admin.patch(path, edit), members), 'Sam Second');
  const { body } = await admin.get(`/endpoint?endpoint_id=${id}`);
  assert.deepEqual(body.events, ['task.created'], 'nothing was written');
});

test('409 for an app whose redirect URIs another admin changed', async () => {
  const redirect_uris = ['https://planner.example/callback'];
  const app = { name: 'Planner', redirect_uris, scopes: ['read:tasks'] };
  const { client_id } = (await admin.post('/apps', app)).body;
  const path = `/apps?client_id=${client_id}`;
  const current = ['https://planner.example/v2'];
  assert.equal(
    (await second.patch(path, { redirect_uris: current, expected: { redirect_uris } })).status,
    200,
  );
  const edit = { redirect_uris: ['https://planner.example/v3'], expected: { redirect_uris } };
  assert.equal(editorOf(await admin.patch(path, edit), [{ member: 'redirect_uris', current }]), 'Sam Second');
});

test('409 for a bundle whose skills another staff member changed, with their names', async () => {
  const [ida, staff] = [await staffConsole('Ida Staff'), await staffConsole('Jon Staff')];
  const skillIds: string[] = [];
  for (const name of ['Torque', 'Stock'])
    skillIds.push((await ida.post('/staff/skills', { name, kind: 'knowledge_search' })).body.id);
  const { id } = (await ida.post('/staff/bundles', { name: 'Workshop', skill_ids: [] })).body;
  const path = `/staff/bundles?bundle_id=${id}`;
  const first = { skill_ids: skillIds, expected: { skill_ids: [] } };
  assert.equal((await ida.patch(path, first)).status, 200);
  const edit = { skill_ids: skillIds.slice(0, 1), name: 'Werkstatt', expected: { skill_ids: [] } };
  const answer = await staff.patch(path, edit);
  const [conflict] = answer.body.details.conflict.members;
  const members = [{ member: 'skill_ids', current: skillIds.toSorted(), name: conflict.name }];
  assert.equal(editorOf(answer, members), 'Ida Staff');
  assert.deepEqual(conflict.name.split('\n').toSorted(), ['Stock', 'Torque']);
  const reversed = { ...edit, expected: { skill_ids: skillIds.toReversed() } };
  assert.equal((await staff.patch(path, reversed)).status, 200, 'the order has no meaning');
});

test('409 for a user whom another admin promoted before this admin deactivates them', async () => {
  const id = await tenant.user('Bo Builder');
  const path = `/people?user_id=${id}`;
  const expected = { access: 'member', status: 'active' };
  assert.equal((await second.patch(path, { access: 'admin', expected })).status, 200);
  const answer = await admin.patch(path, { status: 'inactive', expected });
  assert.equal(editorOf(answer, [{ member: 'access', current: 'admin' }]), 'Sam Second');
  const { people } = (await admin.get('/people?limit=100')).body;
  assert.equal(people.find((one: any) => one.id === id).status, 'active', 'nothing was written');
  const again = { status: 'inactive', expected: { ...expected, access: 'admin' } };
  assert.equal((await admin.patch(path, again)).status, 200);
});

async function staffConsole(full_name: string): Promise<Caller> {
  return consoleOf(world, await world.staff(full_name));
}
