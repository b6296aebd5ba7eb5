/* Invitations by staff and admins without a mail server: the inviter copies the link. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { actAsPlatform } from '../../src/access/platform.ts';
import { inviteStaffMember } from '../../src/features/staff/invitations.ts';
import { lockStaff, setStaffStatus } from '../../src/features/staff/queries.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openBrowser } from '../../support/browser.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { deliverMails } from '../support/sentMails.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld, type TestUser } from '../support/world.ts';

const world = await openWorld({ sends_mail: false });
const tenant = await world.account();
const first = await world.staff('Sol Staff');
const staff = await consoleOf(world, first);
const admin = await consoleOf(world, tenant.admin);
const PASSWORD = 'a new horse battery';

const nord = (email: string) => ({ account_name: 'Nord AG', full_name: 'Nora Nord', email });
const colleague = (email: string) => ({ full_name: 'Cleo Colleague', email });
const accountsNamed = async (name: string) =>
  (await staff.get(`/staff/accounts?search=${encodeURIComponent(name)}`)).body.total;
const membersOf = async () => (await staff.get('/staff/members')).body.members;
const memberNamed = async (email: string) => (await membersOf()).find((one: any) => one.email === email);
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);
const pathOf = (link: string) => link.slice(world.url.length);
const page = (link: string) => openBrowser(world.url).get(pathOf(link));

/** Opens the link, chooses a password, and returns the status. */
async function accept(link: string, password = PASSWORD): Promise<number> {
  const browser = openBrowser(world.url);
  const shown = await browser.get(pathOf(link));
  if (shown.status !== 200) return shown.status;
  return (await browser.submit(shown, '/invitation', { password })).status;
}

async function actsOfStaff(target_id: string): Promise<string[]> {
  const { entries } = await listAudit(actAsPlatform(world.platform()), { target_id, limit: 100, offset: 0 });
  return entries.map(({ action }) => action).toReversed();
}

test('201 for an account whose first admin signs in with the returned link', async () => {
  const { status, body } = await staff.post('/staff/accounts', nord('Nora@Example.com'));
  assert.equal(status, 201);
  assert.equal(body.email, 'nora@example.com');
  assert.ok(body.link.startsWith(`${world.url}/invitation?token=tin_`));
  const letter = (await deliverMails(world)).find(({ recipient }) => recipient === 'nora@example.com');
  assert.ok(letter?.text.includes(pathOf(body.link)), 'the mail in the file has the same link');
  const before = (await staff.get(`/staff/account?account_id=${body.account_id}`)).body;
  assert.deepEqual([before.name, before.admins[0].is_invited], ['Nord AG', true]);
  assert.match((await page(body.link)).text, /Welcome to Nord AG, Nora Nord/);
  assert.equal(await accept(body.link), 303);
  assert.equal(await accept(body.link), 404);
  const own = await consoleOf(world, { email: 'nora@example.com', password: PASSWORD });
  const { entries } = (await own.get('/audit')).body;
  const created = entries.find(({ action }: any) => action === 'account.created');
  assert.deepEqual(created.actor.kind, 'staff');
  assert.equal((await own.get('/people')).body.people[0].access, 'admin');
});

test('409 for a repeated request and for an email address in use, without a leftover account', async () => {
  const input = nord('twice@example.com');
  assert.equal((await staff.post('/staff/accounts', input)).status, 201);
  const before = await accountsNamed('Nord AG');
  for (const email of ['twice@example.com', 'TWICE@example.com', tenant.admin.email, first.email]) {
    const { status, body } = await staff.post('/staff/accounts', nord(email));
    assert.deepEqual([status, body.message], [409, 'email: this address cannot be added']);
  }
  assert.equal(await accountsNamed('Nord AG'), before);
});

test('201 for one of two concurrent requests for the same account', async () => {
  const input = { ...nord('atonce@example.com'), account_name: 'At Once AG' };
  const answers = await Promise.all([1, 2, 3].map(() => staff.post('/staff/accounts', input)));
  assert.deepEqual(statusesOf(answers), [201, 409, 409]);
  assert.equal(await accountsNamed('At Once AG'), 1);
});

test('400 with the member name for an account or staff member with invalid input', async () => {
  for (const [path, input, named] of [
    ['/staff/accounts', { ...nord('a@example.com'), account_name: '' }, 'account_name'],
    ['/staff/accounts', { ...nord('a@example.com'), full_name: 'Nora\u202E' }, 'full_name'],
    ['/staff/accounts', nord('nora'), 'email'],
    ['/staff/members', colleague('cleo'), 'email'],
    ['/staff/members', { ...colleague('a@example.com'), full_name: '' }, 'full_name'],
  ] as const) {
    const { status, body } = await staff.post(path, input);
    assert.deepEqual([status, body.message.split(':')[0]], [400, named]);
  }
});

test('200 for a new link to the first admin, until an admin has a password; then 409', async () => {
  const { account_id, user_id, link } = (await staff.post('/staff/accounts', nord('lost@example.com'))).body;
  const again = () => staff.post(`/staff/accounts/invitation?account_id=${account_id}&user_id=${user_id}`);
  const { body } = await again();
  assert.notEqual(body.link, link);
  assert.equal(await accept(link), 404);
  assert.equal(await accept(body.link), 303);
  assert.equal((await again()).status, 409);
  const invited = await admin.post('/people', { ...colleague('theirs@example.com'), access: 'admin' });
  const theirs = `account_id=${tenant.account_id}&user_id=${invited.body.user_id}`;
  assert.equal((await staff.post(`/staff/accounts/invitation?${theirs}`)).status, 409);
});

test('201 for a staff member, who is invited until the link is used and then active', async () => {
  const { status, body } = await staff.post('/staff/members', colleague('Cleo@example.com'));
  assert.equal(status, 201);
  const invited = await memberNamed('cleo@example.com');
  assert.equal(invited.standing, 'invited');
  assert.equal(Date.parse(invited.invited_until) - Date.parse(invited.created_at), 7 * DAY_MS);
  assert.match((await page(body.link)).text, /Welcome to the Tenant Ops staff team, Cleo Colleague/);
  assert.equal(await accept(body.link, 'seven s'), 400);
  assert.equal(await accept(body.link), 303);
  assert.equal(await accept(body.link), 404);
  const cleo = await consoleOf(world, { email: 'cleo@example.com', password: PASSWORD });
  assert.equal((await cleo.get('/staff/home')).status, 200);
  const { standing, invited_until } = await memberNamed('cleo@example.com');
  assert.deepEqual([standing, invited_until], ['active', null]);
  assert.deepEqual(await actsOfStaff(body.user_id), ['staff.invited', 'staff.accepted_invitation']);
  assert.equal((await staff.post(`/staff/members/invitation?user_id=${body.user_id}`)).status, 404);
});

test('303 for one of two users of the same link, and 404 for the other', async () => {
  const { body } = await staff.post('/staff/members', colleague('shared@example.com'));
  const visits = await Promise.all(
    [openBrowser(world.url), openBrowser(world.url)].map(async (browser) => {
      const shown = await browser.get(pathOf(body.link));
      return () => browser.submit(shown, '/invitation', { password: PASSWORD });
    }),
  );
  const answers = await Promise.all(visits.map((submit) => submit()));
  assert.deepEqual(statusesOf(answers), [303, 404]);
});

test('409 for a staff member whose address is in use; 201 for one of two concurrent requests', async () => {
  const answers = await Promise.all(
    [1, 2].map(() => staff.post('/staff/members', colleague('two@example.com'))),
  );
  assert.deepEqual(statusesOf(answers), [201, 409]);
  for (const email of ['two@example.com', tenant.admin.email])
    assert.equal((await staff.post('/staff/members', colleague(email))).status, 409);
});

test('404 for a link that was replaced, has expired or whose user was deactivated', async () => {
  const { user_id, link } = (await staff.post('/staff/members', colleague('late@example.com'))).body;
  const again = async () => (await staff.post(`/staff/members/invitation?user_id=${user_id}`)).body.link;
  const newer = await again();
  assert.deepEqual([(await page(link)).status, (await page(newer)).status], [404, 200]);
  await staff.patch(`/staff/members?user_id=${user_id}`, { status: 'inactive' });
  assert.equal((await page(newer)).status, 404);
  await staff.patch(`/staff/members?user_id=${user_id}`, { status: 'active' });
  assert.equal((await page(newer)).status, 404);
  assert.deepEqual([(await memberNamed('late@example.com')).standing], ['invited']);
  const newest = await again();
  assert.equal((await page(newest)).status, 200);
  world.clock.advance(7 * DAY_MS);
  assert.equal((await page(newest)).status, 404);
});

test('400 for deactivating oneself, so that one staff member stays active', async () => {
  const here = await consoleOf(world, first);
  const { status, body } = await here.patch(`/staff/members?user_id=${first.user_id}`, {
    status: 'inactive',
  });
  assert.deepEqual(
    [status, body.message],
    [400, 'user_id: you cannot do this to yourself; ask another staff member'],
  );
});

test('200 for deactivating a staff member, with one audit entry; their next request is signed out', async () => {
  const leaving = await world.staff('Lea Leaving');
  const [here, theirs] = [await consoleOf(world, first), await consoleOf(world, leaving)];
  const path = `/staff/members?user_id=${leaving.user_id}`;
  for (const status of ['inactive', 'inactive'])
    assert.deepEqual((await here.patch(path, { status })).body, { status });
  assert.equal((await theirs.get('/staff/home')).status, 401);
  assert.deepEqual(await actsOfStaff(leaving.user_id), ['staff.created', 'staff.deactivated']);
  await here.patch(path, { status: 'active' });
  assert.equal((await theirs.get('/staff/home')).status, 401);
  const unknown = '/staff/members?user_id=01890000-0000-7000-8000-000000000000';
  assert.equal((await here.patch(unknown, { status: 'inactive' })).status, 404);
});

test('200 for one of two staff members who deactivate each other concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const two: TestUser[] = [await world.staff(), await world.staff()];
    const [one, other] = await Promise.all(two.map((person) => consoleOf(world, person)));
    const answers = await Promise.all([
      one?.patch(`/staff/members?user_id=${two[1]?.user_id}`, { status: 'inactive' }),
      other?.patch(`/staff/members?user_id=${two[0]?.user_id}`, { status: 'inactive' }),
    ]);
    assert.equal(answers.filter((answer) => answer?.status === 200).length, 1);
  }
});

test('403 for an invitation by a staff member who is being deactivated', async () => {
  const leaving = await world.staff();
  const theirs = await consoleOf(world, leaving);
  const { body } = await theirs.post('/staff/members', colleague('waiting@example.com'));
  const leave = async (tx: Transaction) => {
    await lockStaff(tx, [leaving.user_id, body.user_id]);
    await setStaffStatus(tx, leaving.user_id, 'inactive');
  };
  const answers = await askInOrder(world.db, leave, [
    () => theirs.post(`/staff/members/invitation?user_id=${body.user_id}`),
    () => theirs.post('/staff/members', colleague('late@example.com')),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403],
  );
});

test('201 with a link for an admin, 403 for a member', async () => {
  const here = await consoleOf(world, tenant.admin);
  const sent = await here.post('/people', { ...colleague('pat@example.com'), access: 'member' });
  assert.equal(sent.status, 201);
  const again = await here.post(`/people/invitation?user_id=${sent.body.user_id}`);
  assert.deepEqual([(await page(sent.body.link)).status, await accept(again.body.link)], [404, 303]);
  const member = await consoleOf(world, await memberOf(tenant));
  const refused = await member.post(`/people/invitation?user_id=${sent.body.user_id}`);
  assert.deepEqual([refused.status, 'link' in refused.body], [403, false]);
  assert.equal((await here.get('/me')).body.sends_mail, false);
});

test('201 without a link over the API', async () => {
  const api = await tenant.api();
  const invitee = { ...colleague('api@example.com'), roles: ['admin'] };
  const { status, body } = await api.post('/v1/api-tenant-users', invitee);
  assert.deepEqual([status, 'link' in body], [201, false]);
});

test('null instead of links if a mail server is configured', async () => {
  const { tools, ...platform } = world.platform();
  const sending = { ...platform, tools: { ...tools, sends_mail: true } };
  assert.equal((await inviteStaffMember(sending, colleague('mailed@example.com'))).link, null);
});
