import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUserEmail } from '../../src/features/users/sql/own.ts';
import { applyUserStatus } from '../../src/features/users/users.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { consoleOfBrowser, consoleOf, type Person } from '../../support/console.ts';
import { deliverMails } from '../support/sentMails.ts';
import { memberOf } from '../support/memberOf.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const WRONG_LINK = /This link is not valid/;

async function open(person: Person) {
  const browser = openBrowser(world.url);
  await browser.signIn(person);
  return { browser, own: await consoleOfBrowser(world, browser) };
}

type Own = Awaited<ReturnType<typeof open>>['own'];

/** Returns the mails of one address change: the link to the new address, and the notice to the old one. */
async function request(own: Own, person: Person, email: string) {
  const { status, body } = await own.put('/own/address', { email, current_password: person.password });
  const letters = await deliverMails(world);
  const linked = letters.find(({ recipient }) => recipient === email.toLowerCase())?.text ?? '';
  const link = /(\/new-address\?token=\w+)/.exec(linked)?.[1] ?? '';
  return { status, body, letters, link };
}

async function confirm(browser: Browser, link: string) {
  return browser.submit(await browser.get(link), '/new-address', {});
}

test('200 for the link, which changes the sign-in address and notifies the old address', async () => {
  const { admin } = await world.account();
  const { browser, own } = await open(admin);
  const elsewhere = await consoleOf(world, admin);
  const email = `New.${crypto.randomUUID()}@example.com`;
  const { status, body, letters, link } = await request(own, admin, email);
  assert.equal(status, 200);
  assert.equal(body.email, email.toLowerCase());
  assert.deepEqual(
    letters.map(({ recipient }) => recipient).toSorted(),
    [admin.email, String(body.email)].toSorted(),
  );
  assert.doesNotMatch(letters.find(({ recipient }) => recipient === admin.email)?.text ?? '', /tec_/);
  assert.deepEqual((await own.get('/own/address')).body.pending, body);
  assert.equal((await own.get('/me')).body.user.email, admin.email);

  const page = await browser.get(link);
  const done = await browser.submit(page, '/new-address', {});
  assert.equal(done.status, 200);
  assert.match(done.text, /Your email address was changed/);
  assert.deepEqual(
    (await deliverMails(world)).map(({ recipient, subject }) => [recipient, subject]),
    [[admin.email, 'Your email address was changed']],
  );
  assert.equal((await own.get('/me')).body.user.email, body.email);
  assert.equal((await own.get('/own/address')).body.pending, null);
  assert.equal((await elsewhere.get('/me')).status, 401);
  assert.equal((await openBrowser(world.url).signIn(admin)).status, 400);
  assert.equal((await openBrowser(world.url).signIn({ ...admin, email: body.email })).status, 303);
  const actions = (await own.get('/audit?limit=10')).body.entries.map(({ action }: any) => action);
  assert.ok(actions.includes('user.address_requested') && actions.includes('user.address_changed'));

  assert.equal((await browser.submit(page, '/new-address', {})).status, 404);
  const used = await browser.get(link);
  assert.equal(used.status, 404);
  assert.match(used.text, WRONG_LINK);
  // The old address can be used by another person.
  const other = await consoleOf(world, (await world.account()).admin);
  const taking = await other.post('/people', { email: admin.email, full_name: 'Ivy Oak', access: 'member' });
  assert.equal(taking.status, 201);
});

test('200 for a new address of a member and of staff', async () => {
  const member = await memberOf(await world.account());
  const staff = await world.staff();
  for (const person of [member, staff]) {
    const { browser, own } = await open(person);
    const email = `new-${crypto.randomUUID()}@example.com`;
    const { link } = await request(own, person, email);
    assert.equal((await confirm(browser, link)).status, 200);
    await deliverMails(world);
    assert.equal((await openBrowser(world.url).signIn({ ...person, email })).status, 303);
  }
});

test('404 for a link that was replaced, is a day old, is for another user or was ended by a new password', async () => {
  const { admin } = await world.account();
  const { browser, own } = await open(admin);
  const stranger = await open((await world.account()).admin);
  const first = await request(own, admin, `first-${crypto.randomUUID()}@example.com`);
  const second = await request(own, admin, `second-${crypto.randomUUID()}@example.com`);
  assert.equal((await browser.get(first.link)).status, 404);
  assert.equal((await stranger.browser.get(second.link)).status, 404);
  assert.equal((await openBrowser(world.url).get(second.link)).status, 303);
  // Control: the link works for the user who asked for it.
  assert.equal((await browser.get(second.link)).status, 200);

  const new_password = 'a new horse battery';
  await own.put('/password', { current_password: admin.password, new_password });
  assert.equal((await browser.get(second.link)).status, 404);

  const person = { ...admin, password: new_password };
  const third = await request(own, person, `third-${crypto.randomUUID()}@example.com`);
  world.clock.advance(DAY_MS - 1_000);
  const late = await open(person);
  assert.equal((await late.browser.get(third.link)).status, 200);
  world.clock.advance(2_000);
  assert.equal((await late.browser.get(third.link)).status, 404);
  assert.equal((await late.own.get('/own/address')).body.pending, null);
});

test('404 for confirming a link that was replaced, has expired or is for another user', async () => {
  const { admin } = await world.account();
  const { browser, own } = await open(admin);
  const other = await world.account();
  const stranger = await open(other.admin);
  const first = await request(own, admin, `first-${crypto.randomUUID()}@example.com`);
  const replaced = await browser.get(first.link);
  const second = await request(own, admin, `second-${crypto.randomUUID()}@example.com`);
  assert.equal((await browser.submit(replaced, '/new-address', {})).status, 404);

  const token = second.link.split('=').at(-1) ?? '';
  const theirs = await request(stranger.own, other.admin, `theirs-${crypto.randomUUID()}@example.com`);
  const their_page = await stranger.browser.get(theirs.link);
  assert.equal((await stranger.browser.submit(their_page, '/new-address', { token })).status, 404);
  assert.equal((await own.get('/own/address')).body.pending.email, second.body.email);

  world.clock.advance(DAY_MS - 1_000);
  const late = await open(admin);
  const page = await late.browser.get(second.link);
  assert.equal(page.status, 200);
  world.clock.advance(2_000);
  assert.equal((await late.browser.submit(page, '/new-address', {})).status, 404);
  assert.equal((await late.own.get('/me')).body.user.email, admin.email);
});

test('409 for an address in use, also if it was taken after the request', async () => {
  const { admin } = await world.account();
  const other = await world.account();
  const { browser, own } = await open(admin);
  const refused = await request(own, admin, other.admin.email);
  assert.deepEqual([refused.status, refused.body.error, refused.letters.length], [409, 'CONFLICT', 0]);
  const email = `both-${crypto.randomUUID()}@example.com`;
  const { link } = await request(own, admin, email);
  const theirs = await open(other.admin);
  const { link: faster } = await request(theirs.own, other.admin, email);
  const page = await browser.get(link);
  assert.equal((await confirm(theirs.browser, faster)).status, 200);
  const slower = await browser.submit(page, '/new-address', {});
  assert.equal(slower.status, 400);
  assert.match(slower.text, /cannot be used/);
  assert.equal((await own.get('/me')).body.user.email, admin.email);
});

test('404 for the link of a user who is deactivated meanwhile, whose address stays', async () => {
  const tenant = await world.account();
  const { browser, own } = await open(tenant.admin);
  const email = `late-${crypto.randomUUID()}@example.com`;
  const { link } = await request(own, tenant.admin, email);
  const page = await browser.get(link);
  const deactivate = (tx: Transaction) =>
    applyUserStatus(tx, tenant.ctx(), tenant.admin_id, { status: 'inactive' });
  const [answer] = await askInOrder(world.db, deactivate, [() => browser.submit(page, '/new-address', {})]);
  assert.equal(answer?.status, 404);
  const [user] = await world.db`select email from users where id = ${tenant.admin_id}`;
  assert.equal(user?.['email'], tenant.admin.email);
});

test('400 for a wrong password, the current address and an invalid address', async () => {
  const { admin } = await world.account();
  const { own } = await open(admin);
  await deliverMails(world);
  const ask = async (email: string, current_password = admin.password) =>
    (await own.put('/own/address', { email, current_password })).body.message;
  assert.equal(await ask('new@example.com', 'wrong'), 'current_password: wrong');
  assert.equal(await ask(admin.email.toUpperCase()), 'email: this is already your address');
  assert.equal(await ask('nobody'), 'email: must be an email address');
  assert.deepEqual(await deliverMails(world), []);
});

test('200 for changing the own name and number format, which every page uses', async () => {
  const tenant = await world.account();
  const staff = await world.staff();
  for (const person of [tenant.admin, await memberOf(tenant), staff]) {
    const { own } = await open(person);
    assert.equal((await own.get('/me')).body.user.locale, null);
    const before = (await own.get('/me')).body.user.full_name;
    assert.deepEqual((await own.patch('/own', { locale: 'de-DE' })).body, {
      full_name: before,
      locale: 'de-DE',
    });
    assert.deepEqual((await own.patch('/own', { full_name: 'Ada Adler' })).body, {
      full_name: 'Ada Adler',
      locale: 'de-DE',
    });
    assert.deepEqual((await own.patch('/own', { locale: null })).body, {
      full_name: 'Ada Adler',
      locale: null,
    });
    assert.equal((await own.get('/me')).body.user.full_name, 'Ada Adler');
    assert.equal((await own.patch('/own', { full_name: ' ' })).status, 400);
    assert.equal((await own.patch('/own', { locale: 'tlh' })).status, 400);
  }
});

const LEAVINGS = {
  'changes the address': (tx: Transaction, { account_id, admin_id }: Tenant) =>
    setUserEmail(tx, account_id, admin_id, `new-${crypto.randomUUID()}@example.com`),
  'is deactivated': (tx: Transaction, tenant: Tenant) =>
    applyUserStatus(tx, tenant.ctx(), tenant.admin_id, { status: 'inactive' }),
};

for (const [happening, leave] of Object.entries(LEAVINGS)) {
  test(`200 without a mail for a waiting reset whose user ${happening}`, async () => {
    const tenant = await world.account();
    const browser = openBrowser(world.url);
    const page = await browser.get('/reset-password');
    const ask = () => browser.submit(page, '/reset-password', { email: tenant.admin.email });
    await ask();
    assert.equal((await deliverMails(world)).length, 1, 'the control');
    const hold = async (tx: Transaction) => {
      await tx`update sign_in_failures set failures = failures`;
      await leave(tx, tenant);
    };
    const [shown] = await askInOrder(world.db, hold, [ask]);
    assert.equal(shown?.status, 200);
    assert.deepEqual(await deliverMails(world), []);
  });
}
