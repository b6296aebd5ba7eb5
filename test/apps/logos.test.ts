/* Logos of apps: their developers see the newest logo, customers the reviewed one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitAppForReview } from '../../src/features/apps/apps.ts';
import { setAppLogo } from '../../src/features/apps/logo/logo.ts';
import { approveApp, sendBackApp } from '../../src/features/apps/reviews.ts';
import { consoleOf } from '../../support/console.ts';
import { drawLogo, readLogo } from '../support/logos.ts';
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
const maker = await consoleOf(world, owner.admin);
const buyer = await consoleOf(world, customer.admin);
const browser = await adminBrowser(world, customer);
const colleague = await world.staff();
const reviewer = await consoleOf(world, colleague);
const staff = () => ({ ...world.platform(), staff_id: colleague.user_id });
const [red, green] = await Promise.all([drawLogo('red'), drawLogo('green')]);

const refOf = ({ client_id }: TestApp) => `client_id=${client_id}`;
/** Returns the colour of the logo on the consent page; undefined without a logo. */
const shown = async (app: TestApp) => {
  const { text } = await browser.get(authorizePath(app, makePkce()));
  const [, url] = /<img src="([^"]+)"/.exec(text) ?? [];
  return url === undefined ? undefined : (await readLogo(url)).colour;
};
const read = async (app: TestApp) => (await reviewer.get(`/staff/app?${refOf(app)}`)).body;

test('200 with the reviewed logo for customers until the next approval', async () => {
  const app = await makeApp(world, owner, { active: false });
  const { client_id } = app;
  const { status, body } = await maker.put(`/app/logo?${refOf(app)}`, { logo: green });
  assert.deepEqual([status, body.client_id], [200, client_id]);
  assert.deepEqual((await maker.get('/apps/logos')).body, { logos: [body] });
  await submitAppForReview(owner.ctx(), client_id);
  await approveApp(staff(), { client_id });
  assert.equal(await shown(app), 'green');
  // Only the app has a logo here, so the page must show neither an empty frame nor a second logo.
  assert.match((await browser.get(authorizePath(app, makePkce()))).text, /<p class="logos"><img [^>]*><\/p>/);
  const bare = await browser.get(authorizePath(await makeApp(world, owner), makePkce()));
  assert.equal(bare.status, 200);
  assert.doesNotMatch(bare.text, /class="logos"/);

  const newer = await setAppLogo(owner.ctx(), client_id, red);
  assert.equal(await shown(app), 'green');
  await connectApp(world, browser, app);
  const [connection] = (await buyer.get('/connections')).body.connections;
  assert.equal(connection.logo, body.logo);
  const detail = await read(app);
  assert.deepEqual([detail.logo, detail.reviewed_logo], [newer.logo, body.logo]);

  await submitAppForReview(owner.ctx(), client_id);
  await sendBackApp(staff(), { client_id });
  assert.equal(await shown(app), 'green', 'sent back');
  await submitAppForReview(owner.ctx(), client_id);
  await approveApp(staff(), { client_id });
  assert.equal(await shown(app), 'red');
  await assert.rejects(submitAppForReview(owner.ctx(), client_id), { code: 'CONFLICT' });
});

test('409 for a decision on an app whose logo changed since the submission', async () => {
  const app = await makeApp(world, owner);
  const { client_id } = app;
  await maker.put(`/app/logo?${refOf(app)}`, { logo: green });
  await submitAppForReview(owner.ctx(), client_id);
  const { revision } = await read(app);
  await maker.put(`/app/logo?${refOf(app)}`, { logo: red });
  await assert.rejects(approveApp(staff(), { client_id, revision }), { code: 'CONFLICT' });
  assert.equal(await shown(app), undefined);
  await approveApp(staff(), { client_id, revision: (await read(app)).revision });
  assert.equal(await shown(app), 'red', 'the control: looked at again');
});

test("404 for another account's app, and for removing a missing logo", async () => {
  const app = await makeApp(world, owner);
  assert.equal((await buyer.put(`/app/logo?${refOf(app)}`, { logo: red })).status, 404);
  assert.equal((await maker.delete(`/app/logo?${refOf(app)}`)).status, 404);
  await maker.put(`/app/logo?${refOf(app)}`, { logo: red });
  assert.equal((await buyer.delete(`/app/logo?${refOf(app)}`)).status, 404);
  const { logos } = (await buyer.get('/apps/logos')).body;
  assert.deepEqual(logos, []);
  const removed = await maker.delete(`/app/logo?${refOf(app)}`);
  assert.deepEqual(removed.body, { client_id: app.client_id, logo: null });
});
