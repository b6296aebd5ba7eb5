/* The staff area with the operations of its pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeApp, registerApp, submitAppForReview } from '../../src/features/apps/apps.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { SECOND_MS } from '../../src/lib/time/clock.ts';
import type { Mailer } from '../../src/lib/mail/mailer.ts';
import { consoleOf } from '../../support/console.ts';
import { deliverMails } from '../support/sentMails.ts';
import { insertFailedDelivery } from '../support/endpoints.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const maker = await world.account('Maker GmbH');
const staff = await consoleOf(world, await world.staff());
const api = await maker.api();
const CALM = { depth: 0, due: 0, retrying: 0, oldest_at: null, overdue_since: null };
await maker.device();
const NEW = {
  name: 'Planner',
  description: 'Plans the work of the day.',
  redirect_uris: ['https://a.example/cb'],
  scopes: ['read:tasks' as const],
};
const submitted = await registerApp(maker.ctx(), NEW);
const { client_id } = submitted;
await submitAppForReview(maker.ctx(), client_id);

const read = async () => (await staff.get(`/staff/app?client_id=${client_id}`)).body;
const rule = (body: object) => staff.post(`/staff/reviews?client_id=${client_id}`, body);

test('200 with the apps of all accounts that wait for review', async () => {
  const { status, body } = await staff.get('/staff/apps?state=waiting');
  assert.equal(status, 200);
  assert.deepEqual(
    body.apps.map((app: any) => [app.name, app.account.name, app.status, app.scopes]),
    [['Planner', 'Maker GmbH', 'development', ['read:tasks']]],
  );
  assert.equal((await staff.get('/staff/apps?search=mAKER')).body.apps.length, 1);
  assert.equal((await staff.get('/staff/apps?state=suspended')).body.apps.length, 0);
});

test('200 with the changes since the first decision for a second submission', async () => {
  const first = await read();
  assert.equal(first.differences, null);
  assert.deepEqual([first.reviews.length, first.reviews[0].submitted_by], [1, 'Ada Admin']);
  assert.equal((await rule({ decision: 'send_back', notes: 'Ask for less.' })).status, 200);

  await changeApp(maker.ctx(), client_id, {
    name: 'Planner Pro',
    redirect_uris: ['https://a.example/cb', 'https://b.example/cb'],
  });
  await submitAppForReview(maker.ctx(), client_id);
  const second = await read();
  assert.deepEqual(second.differences, [
    { member: 'name', before: ['Planner'], after: ['Planner Pro'] },
    {
      member: 'redirect_uris',
      before: ['https://a.example/cb'],
      after: ['https://a.example/cb', 'https://b.example/cb'],
    },
  ]);
  assert.deepEqual(
    second.reviews.map(({ decision, notes }: any) => [decision, notes]),
    [
      [null, null],
      ['sent_back', 'Ask for less.'],
    ],
  );
});

test('409 for a decision on an outdated version of an app', async () => {
  const { revision } = await read();
  await changeApp(maker.ctx(), client_id, { homepage: 'https://elsewhere.example' });
  const { status, body } = await rule({ decision: 'approve', revision });
  assert.deepEqual([status, body.error], [409, 'CONFLICT']);
  assert.match(body.message, /^revision: /);
  assert.equal(
    (await rule({ decision: 'approve', revision: (await read()).revision })).body.status,
    'active',
  );
  assert.deepEqual((await read()).differences, []);
});

test('200 with the connections that a suspension ends', async () => {
  assert.deepEqual((await read()).reach, { accounts: 0, grants: 0, tokens: 0 });
});

test('404 for an unknown app', async () => {
  assert.equal((await staff.get(`/staff/app?client_id=app_${'0'.repeat(24)}`)).status, 404);
});

test('200 for staff with the accounts and their usage', async () => {
  await api.post('/v1/api-tenant-tasks', { title: 'Oil the press' });
  const { body } = await staff.get('/staff/accounts?search=mAKER');
  assert.equal(body.total, 1);
  const [account] = body.accounts;
  assert.deepEqual(
    [account.name, account.state, account.people, account.seats, account.tasks, account.sessions],
    ['Maker GmbH', 'active', 2, 1, 1, 0],
  );
  const { key_id } = await maker.api();
  await world.db`update api_keys set expires_at = ${world.clock.now()} where id = ${key_id}`;
  const { body: detail } = await staff.get(`/staff/account?account_id=${maker.account_id}`);
  assert.deepEqual(
    [detail.keys, detail.admins[0].full_name, detail.days.length],
    [1, 'Ada Admin', 30],
    'of two keys one has expired',
  );
  assert.deepEqual([detail.days.at(-1).tasks, detail.seat_list[0].user_name], [1, 'Bo Builder']);
});

test('200 with the API requests of accounts per day and their last activity', async () => {
  await world.app.requests.flush();
  const [before] = (await staff.get('/staff/accounts?search=maker')).body.accounts;
  await api.get('/v1/api-tenant-tasks?limit=0');
  await api.get('/v1/api-tenant-tasks');
  await world.app.requests.flush();
  const [after] = (await staff.get('/staff/accounts?search=maker')).body.accounts;
  assert.equal(after.calls - before.calls, 2);
  assert.equal(after.last_active_at, world.clock.now().toISOString());
  const { days } = (await staff.get(`/staff/account?account_id=${maker.account_id}`)).body;
  assert.deepEqual([days.at(-1).calls, days.at(-1).errors, days.at(-2).calls], [after.calls, 1, 0]);
});

test('200 with the overview of the installation', async () => {
  const { status, body } = await staff.get('/staff/home');
  assert.equal(status, 200);
  assert.deepEqual(body.reviews, { waiting: 0, oldest_at: null });
  assert.deepEqual(body.accounts, { total: 1, suspended: 0, fresh: 1 });
  assert.deepEqual([body.lost_mails, body.failing_endpoints, body.queues.length], [0, 0, 5]);
  assert.equal(body.backups, null);
  assert.deepEqual(body.queues[0], { queue: 'deliveries', ...CALM });
  assert.deepEqual([body.calls.length, body.calls.at(-1).errors], [14, 1]);
  assert.ok(body.calls.at(-1).calls >= 3);
  assert.equal(body.calls.at(-1).day, world.clock.now().toISOString().slice(0, 10));
});

test('200 for suspending an account, whose next requests are rejected until it is reactivated', async () => {
  const path = `/staff/accounts?account_id=${maker.account_id}`;
  const list = () => api.get('/v1/api-tenant-tasks');
  assert.deepEqual((await staff.patch(path, { state: 'suspended' })).body, { state: 'suspended' });
  assert.equal((await list()).status, 401);
  assert.deepEqual((await staff.patch(path, { state: 'active' })).body, { state: 'active' });
  assert.equal((await list()).status, 200);
  const nobody = '/staff/accounts?account_id=01890000-0000-7000-8000-000000000000';
  assert.equal((await staff.patch(nobody, { state: 'active' })).status, 404);
});

test('200 for staff with the mails, without their secret links', async () => {
  const { body } = await staff.get('/staff/mails?search=planner%20pro%20WAS%20approved');
  const [mail] = body.mails;
  assert.deepEqual(
    [mail.subject, mail.state, mail.account_name],
    ['Planner Pro was approved', 'waiting', 'Maker GmbH'],
  );
  assert.deepEqual(
    Object.keys(mail).filter((name) => /body|link/.test(name)),
    [],
  );
});

test('200 for sending a failed mail immediately; 409 for a sent mail', async () => {
  let is_down = true;
  const sent: string[] = [];
  const mailer: Mailer = {
    async send({ subject }) {
      if (is_down) throw new Error('421 come back later');
      sent.push(subject);
    },
  };
  await deliverMails(world, mailer);
  const [mail] = (await staff.get('/staff/mails?search=approved')).body.mails;
  assert.deepEqual([mail.attempts, mail.last_error], [1, '421 come back later']);
  const { queues } = (await staff.get('/staff/queues')).body;
  assert.equal(queues.find(({ queue }: any) => queue === 'mails').retrying, 2);

  is_down = false;
  await deliverMails(world, mailer);
  assert.deepEqual(sent, []);
  const again = () => staff.post(`/staff/mails/send?account_id=${mail.account_id}&mail_id=${mail.id}`);
  assert.equal((await again()).status, 200);
  await deliverMails(world, mailer);
  assert.deepEqual(sent, ['Planner Pro was approved']);
  assert.equal((await again()).status, 409);
  const [gone] = (await staff.get('/staff/mails?state=sent')).body.mails;
  assert.equal(gone.id, mail.id);
});

test('200 with the depth of every queue and the failing endpoints', async () => {
  const { body } = await staff.get('/staff/queues');
  assert.deepEqual(
    body.queues.map(({ queue }: any) => queue),
    ['deliveries', 'retries', 'mails', 'deletions', 'documents'],
  );
  assert.deepEqual(body.failing_endpoints, []);
  const hook = { url: 'https://hooks.example.com/a', events: ['task.created'] };
  await insertFailedDelivery(world, (await api.post('/v1/webhook-subscribe', hook)).body.id);
  await api.post('/v1/api-tenant-tasks', { title: 'Oil the press' });
  const { queues, failing_endpoints } = (await staff.get('/staff/queues')).body;
  assert.deepEqual([queues[0].depth, queues[0].due, queues[0].retrying], [1, 1, 0]);
  assert.equal(queues[0].oldest_at, world.clock.now().toISOString());
  assert.deepEqual(
    failing_endpoints.map((one: any) => [one.account.name, one.url, one.recent.status, one.waiting]),
    [['Maker GmbH', 'https://hooks.example.com/a', 'failing', 1]],
  );
});

test('200 for a test run of a platform skill, and for showing and replacing its secret', async () => {
  const made = await staff.post('/staff/skills', { name: 'Ask the rules', kind: 'knowledge_search' });
  const skill_id = made.body.id;
  const tried = await staff.post('/staff/skills/test', { skill_id, arguments: { query: 'gloves' } });
  assert.deepEqual([tried.status, tried.body.status, tried.body.output], [200, 'success', { passages: [] }]);
  const missing = await staff.post('/staff/skills/test', { skill_id, arguments: {} });
  assert.deepEqual([missing.status, missing.body.message], [400, 'arguments.query: required']);
  const reveal = () => staff.post(`/staff/skills/reveal?skill_id=${skill_id}`);
  const { secret } = (await reveal()).body;
  assert.match(secret, /^[0-9a-f]{64}$/);
  const rotated = (await staff.post(`/staff/skills/rotate?skill_id=${skill_id}`)).body.secret;
  assert.notEqual(rotated, secret);
  assert.equal((await reveal()).body.secret, rotated);
});

test('404 for staff who test or reveal a skill of an account', async () => {
  const own = await createSkill(maker.ctx(), { name: 'Own', kind: 'knowledge_search' });
  const input = { skill_id: own.id, arguments: { query: 'gloves' } };
  assert.equal((await staff.post('/staff/skills/test', input)).status, 404);
  assert.equal((await staff.post(`/staff/skills/reveal?skill_id=${own.id}`)).status, 404);
});

test('200 with the accounts of a bundle; 409 for deleting an allocated bundle', async () => {
  const bundle = (await staff.post('/staff/bundles', { name: 'Presses' })).body;
  const path = `/staff/bundles?bundle_id=${bundle.id}`;
  const holders = async () =>
    (await staff.get(`/staff/bundles/accounts?bundle_id=${bundle.id}`)).body.accounts;
  const [seat] = (await staff.get(`/staff/account?account_id=${maker.account_id}`)).body.seat_list;
  const given = { account_id: maker.account_id, bundle_id: bundle.id };
  const withdraw = (body: object) => staff.call('/staff/allocations', { method: 'DELETE', body });
  await staff.post('/staff/allocations', { ...given, seat_ids: [seat.id] });
  assert.deepEqual(await holders(), [{ id: maker.account_id, name: 'Maker GmbH', seats: 1 }]);
  const { status, body } = await staff.delete(path);
  assert.deepEqual([status, body.error], [409, 'CONFLICT']);
  await staff.post('/staff/allocations', given);
  assert.deepEqual(await holders(), [{ id: maker.account_id, name: 'Maker GmbH', seats: null }]);
  await withdraw({ ...given, seat_ids: [seat.id] });
  assert.equal((await staff.delete(path)).status, 409);
  await withdraw(given);
  assert.deepEqual(await holders(), []);
  assert.equal((await staff.delete(path)).status, 200);
  assert.equal((await staff.delete(path)).status, 404);
});

test('200 with the approved procedures of all accounts for a bundle', async () => {
  const glasses = await maker.device();
  const { id } = (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body;
  const taught = ['Change the filter', 'Oil the press'].map((title) => ({ title }));
  const end = { session_id: id, status: 'completed', procedures: taught };
  assert.equal((await glasses.post('/device/v1/sessions/complete', end)).status, 200);
  assert.deepEqual((await staff.get('/staff/procedures')).body.procedures, []);
  const admin = await consoleOf(world, maker.admin);
  for (const procedure of (await admin.get('/procedures')).body.procedures)
    await admin.patch(`/procedures?procedure_id=${procedure.id}`, { status: 'approved' });
  const { procedures } = (await staff.get('/staff/procedures?search=FILTER')).body;
  assert.deepEqual(
    procedures.map((one: any) => [one.name, one.account_name]),
    [['Change the filter', 'Maker GmbH']],
  );
  const bundle = { name: 'Filters', procedure_ids: [procedures[0].id] };
  const { body } = await staff.post('/staff/bundles', bundle);
  assert.deepEqual(body.procedures, [{ id: procedures[0].id, name: 'Change the filter' }]);
  assert.equal((await staff.delete(`/staff/bundles?bundle_id=${body.id}`)).status, 200);
});

test('200 with the mail to a staff member, which belongs to no account', async () => {
  const colleague = { email: 'mia.mailed@example.com', full_name: 'Mia Mailed' };
  assert.equal((await staff.post('/staff/members', colleague)).status, 201);
  const { mails } = (await staff.get('/staff/mails?search=mia.mailed')).body;
  assert.deepEqual(
    mails.map(({ recipient, account_name }: any) => [recipient, account_name]),
    [[colleague.email, null]],
  );
});

test('200 with the tokens that a suspension ends, without expired ones', async () => {
  const app = await makeApp(world, maker);
  const customer = await world.account();
  const { expires_in } = await connectApp(world, await adminBrowser(world, customer), app);
  const reach = async () => (await staff.get(`/staff/app?client_id=${app.client_id}`)).body.reach;
  assert.deepEqual(await reach(), { accounts: 1, grants: 1, tokens: 2 });
  world.clock.advance(expires_in * SECOND_MS);
  assert.deepEqual(await reach(), { accounts: 1, grants: 1, tokens: 1 });
});
