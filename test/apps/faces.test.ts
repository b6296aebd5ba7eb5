import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameAccount } from '../../src/features/accounts/accounts.ts';
import {
  changeApp,
  deleteApp,
  listAppReviews,
  readApp,
  submitAppForReview,
} from '../../src/features/apps/apps.ts';
import { approveApp, sendBackApp, suspendApp } from '../../src/features/apps/reviews.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { listConnections } from '../../src/features/connections/connections.ts';
import { MOST_MAILS_PER_DAY } from '../../src/features/mail/quota.ts';
import { consoleOf } from '../../support/console.ts';
import { deliverMails } from '../support/sentMails.ts';
import {
  adminBrowser,
  authorizePath,
  connectApp,
  makeApp,
  makePkce,
  type TestApp,
} from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const owner = await world.account('Maker GmbH');
const customer = await world.account('Kunde AG');
const browser = await adminBrowser(world, customer);
const colleague = await world.staff();
const reviewer = await consoleOf(world, colleague);

const operator = () => world.platform();
const staff = () => ({ ...operator(), staff_id: colleague.user_id });
const conflict = { code: 'CONFLICT' };
const asDeveloped = () => makeApp(world, owner, { active: false });

async function actionsOn({ client_id }: TestApp, maker = owner): Promise<string[]> {
  const { entries } = await listAudit(maker.ctx(), { target_id: client_id, limit: 20, offset: 0 });
  return entries.map(({ action }) => action).toReversed();
}

/** Returns the consent page of the app as a customer reads it. */
const shown = async (app: TestApp) => (await browser.get(authorizePath(app, makePkce()))).text;

test('200 with the reviewed version for customers until the next review', async () => {
  const app = await asDeveloped();
  const { client_id } = app;
  const change = (description: string, homepage: string) =>
    changeApp(owner.ctx(), client_id, { description, homepage });
  await change('Plans the field work', 'https://planner.example');
  await submitAppForReview(owner.ctx(), client_id);
  await approveApp(staff(), { client_id });

  await change('Your bank asks for this', 'https://bank.example');
  await renameAccount(owner.ctx(), 'Your Bank');
  const before = await shown(app);
  assert.match(before, /Plans the field work[^]*Maker GmbH[^]*planner\.example/);
  assert.doesNotMatch(before, /bank/i);
  await connectApp(world, browser, app);
  const [connection] = (await listConnections(customer.ctx())).connections;
  assert.deepEqual([connection?.owner_name, connection?.homepage], ['Maker GmbH', 'https://planner.example']);

  assert.equal((await submitAppForReview(owner.ctx(), client_id)).status, 'active');
  assert.match(await shown(app), /Plans the field work/);
  const { body } = await reviewer.get(`/staff/app?client_id=${client_id}`);
  assert.deepEqual(
    body.differences.map(({ member, after }: any) => [member, ...after]),
    [
      ['owner_name', 'Your Bank'],
      ['description', 'Your bank asks for this'],
      ['homepage', 'https://bank.example'],
    ],
  );
  await approveApp(staff(), { client_id, revision: body.revision });
  assert.match(
    await shown(app),
    /Your bank asks for this[^]*Your Bank[^]*bank\.example/,
    'the control: reviewed again',
  );
  await renameAccount(owner.ctx(), 'Maker GmbH');
});

test('200 with the approved version of an active app whose changes were rejected', async () => {
  const app = await makeApp(world, owner);
  const { client_id } = app;
  await changeApp(owner.ctx(), client_id, { description: 'Something else' });
  await submitAppForReview(owner.ctx(), client_id);
  assert.deepEqual(await sendBackApp(staff(), { client_id }), { status: 'active' });
  assert.doesNotMatch(await shown(app), /Something else/);
});

test('200 with the current version of an app in development for its owner', async () => {
  const app = await asDeveloped();
  await changeApp(owner.ctx(), app.client_id, { description: 'Just written' });
  const own = await adminBrowser(world, owner);
  assert.match((await own.get(authorizePath(app, makePkce()))).text, /Just written/);
});

test('409 for submitting an active app without changes', async () => {
  const { client_id } = await makeApp(world, owner);
  await assert.rejects(submitAppForReview(owner.ctx(), client_id), conflict);
});

test('409 for a decision on an app whose name changed since the reviewer read it', async () => {
  const { client_id } = await asDeveloped();
  await submitAppForReview(owner.ctx(), client_id);
  const { body } = await reviewer.get(`/staff/app?client_id=${client_id}`);
  await renameAccount(owner.ctx(), 'Somebody Else');
  const rule = () =>
    reviewer.post(`/staff/reviews?client_id=${client_id}`, { decision: 'approve', revision: body.revision });
  assert.equal((await rule()).status, 409);
  await renameAccount(owner.ctx(), 'Maker GmbH');
  assert.equal((await rule()).status, 200, 'the control');
});

test('409 for a decision on an app that was not submitted', async () => {
  const app = await asDeveloped();
  const { client_id } = app;
  const rule = (decision: string) => reviewer.post(`/staff/reviews?client_id=${client_id}`, { decision });
  for (const decision of ['approve', 'send_back', 'suspend']) {
    const { status, body } = await rule(decision);
    assert.deepEqual([status, body.error], [409, 'CONFLICT'], decision);
  }
  assert.equal((await readApp(owner.ctx(), client_id)).status, 'development');
  await submitAppForReview(owner.ctx(), client_id);
  assert.equal((await rule('approve')).body.status, 'active', 'the control');
  assert.equal((await rule('approve')).status, 409, 'and not once more');
  assert.deepEqual(await actionsOn(app), ['app.registered', 'app.submitted', 'app.approved']);
});

test('200 for a decision on one of two apps of an account, while the other one still waits', async () => {
  const [decided, deleted, waiting] = [await asDeveloped(), await asDeveloped(), await asDeveloped()];
  const apps = [decided, deleted, waiting];
  for (const { client_id } of apps) await submitAppForReview(owner.ctx(), client_id);
  await approveApp(staff(), { client_id: decided.client_id });
  await deleteApp(owner.ctx(), deleted.client_id);
  const [review] = await listAppReviews(owner.ctx(), waiting.client_id);
  assert.deepEqual([review?.decision, review?.decided_at], [null, null]);
});

test('200 for an approval by the operator, recorded as submission and approval', async () => {
  const app = await asDeveloped();
  assert.deepEqual(await approveApp(operator(), { client_id: app.client_id }), { status: 'active' });
  assert.deepEqual(await actionsOn(app), ['app.registered', 'app.submitted', 'app.approved']);
  const [review, ...more] = await listAppReviews(owner.ctx(), app.client_id);
  assert.deepEqual([review?.decision, more.length], ['approved', 0]);
});

test('200 for reinstating a suspended app, with the audit entry app.reinstated; 409 for suspending an app twice', async () => {
  const maker = await world.account();
  const app = await makeApp(world, maker);
  const { client_id } = app;
  await suspendApp(staff(), { client_id });
  await assert.rejects(suspendApp(staff(), { client_id }), conflict);
  await deliverMails(world);
  assert.deepEqual(await approveApp(staff(), { client_id }), { status: 'active' });
  assert.deepEqual((await actionsOn(app, maker)).slice(-2), ['app.suspended', 'app.reinstated']);
  assert.equal((await listAppReviews(maker.ctx(), client_id)).length, 1, 'no review was made up');
  const [letter] = await deliverMails(world);
  assert.equal(letter?.subject, 'Field Planner was reinstated');
});

test('409 for new scopes, redirects or another name of an app that is suspended', async () => {
  const { client_id } = await makeApp(world, owner);
  await suspendApp(staff(), { client_id });
  for (const changes of [
    { name: 'Bank' },
    { redirect_uris: ['https://b.example/cb'] },
    { scopes: ['manage:users' as const] },
  ])
    await assert.rejects(changeApp(owner.ctx(), client_id, changes), conflict);
});

test('200 for any number of decisions; the developers get at most ten mails a day', async () => {
  const maker = await world.account();
  const { client_id } = await makeApp(world, maker);
  for (let round = 0; round < 8; round++) {
    await suspendApp(staff(), { client_id });
    await approveApp(staff(), { client_id });
  }
  const letters = (await deliverMails(world)).filter(({ recipient }) => recipient === maker.admin.email);
  assert.equal(letters.length, MOST_MAILS_PER_DAY.to_recipient);
});
