import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/features/audit/audit.ts';
import {
  adminBrowser,
  authorizePath,
  connect,
  exchange,
  makeApp,
  makePkce,
  refresh,
} from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const customer = await world.account('Kunde AG');
const app = await makeApp(world, await world.account('Maker GmbH'));
const browser = await adminBrowser(world, customer);
const pkce = makePkce();

const ask = () => browser.get(authorizePath(app, pkce));

async function acts(): Promise<string[]> {
  const { entries } = await listAudit(customer.ctx(), { target_id: app.client_id, limit: 100, offset: 0 });
  return entries.map(({ action }) => action).toReversed();
}

test('303 with one code that works for a second click on Allow', async () => {
  const shown = await ask();
  const press = async () => {
    const { location = '' } = await browser.submit(shown, '/oauth/authorize', { decision: 'allowed' });
    return new URL(location).searchParams.get('code') ?? '';
  };
  const [dropped, arrived] = [await press(), await press()];
  assert.equal((await exchange(world, app, dropped, pkce)).status, 400);
  assert.equal((await exchange(world, app, arrived, pkce)).status, 200);
  const third = await browser.submit(shown, '/oauth/authorize', { decision: 'allowed' });
  assert.equal(third.status, 404);
  assert.match(third.text, /begin there again/);
  assert.deepEqual(await acts(), ['consent.allowed']);
});

test('404 for a second click that comes late, or on the other button', async () => {
  const late = await ask();
  await browser.submit(late, '/oauth/authorize', { decision: 'allowed' });
  world.clock.advance(10_001);
  assert.equal((await browser.submit(late, '/oauth/authorize', { decision: 'allowed' })).status, 404);
  const other = await ask();
  await browser.submit(other, '/oauth/authorize', { decision: 'denied' });
  assert.equal((await browser.submit(other, '/oauth/authorize', { decision: 'denied' })).status, 303);
  assert.equal((await browser.submit(other, '/oauth/authorize', { decision: 'allowed' })).status, 404);
});

test('the audit tells of a consent that its app gave back, and of one that was used twice', async () => {
  const before = (await acts()).length;
  const { client_id, client_secret } = app;
  const given_back = await connect(world, browser, app);
  const body = { token: given_back.refresh_token, client_id, client_secret };
  await world.nobody.post('/v1/oauth-revoke', body);
  await world.nobody.post('/v1/oauth-revoke', body);
  const stolen = await connect(world, browser, app);
  for (let use = 0; use < 3; use++) await refresh(world, app, stolen.refresh_token);
  assert.deepEqual((await acts()).slice(before), [
    'consent.allowed',
    'connection.given_back',
    'consent.allowed',
    'connection.replayed',
  ]);
});
