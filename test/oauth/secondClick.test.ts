import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import type { BrowserResponse } from '../../support/browser.ts';
import {
  adminBrowser,
  authorizePath,
  connectApp,
  exchange,
  makeApp,
  makePkce,
  refresh,
} from '../support/oauth.ts';
import { backdateTokenUses, REPLAY_AGE_MS } from '../support/tokenRaces.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const customer = await world.account('Kunde AG');
const app = await makeApp(world, await world.account('Maker GmbH'));
const browser = await adminBrowser(world, customer);
const pkce = makePkce();

const ask = () => browser.get(authorizePath(app, pkce));

async function press(shown: BrowserResponse): Promise<string> {
  const { location = '' } = await browser.submit(shown, '/oauth/authorize', { decision: 'allowed' });
  return new URL(location).searchParams.get('code') ?? '';
}

async function acts(): Promise<string[]> {
  const { entries } = await listAudit(customer.ctx(), { target_id: app.client_id, limit: 100, offset: 0 });
  return entries.map(({ action }) => action).toReversed();
}

for (const kept of ['first', 'second'] as const)
  test(`303 for two clicks on Allow with two codes, of which the browser uses the ${kept}`, async () => {
    const shown = await ask();
    const [first, second] = [await press(shown), await press(shown)];
    const [used, dropped] = kept === 'first' ? [first, second] : [second, first];
    const { status, body } = await exchange(world, app, used, pkce);
    assert.equal(status, 200);
    const other = await exchange(world, app, dropped, pkce);
    assert.deepEqual([other.status, other.body.message], [400, 'code: not valid']);
    assert.equal((await world.as(body.access_token).get('/v1/api-tenant-tasks')).status, 200);
  });

for (const decision of ['allowed', 'denied'])
  test(`303 for two clicks with one audit entry for ${decision}`, async () => {
    const shown = await ask();
    const before = (await acts()).length;
    for (let click = 0; click < 2; click++)
      assert.equal((await browser.submit(shown, '/oauth/authorize', { decision })).status, 303);
    assert.deepEqual((await acts()).slice(before), [`consent.${decision}`]);
  });

test('200 once for the concurrent exchange of the two codes of two clicks', async () => {
  const shown = await ask();
  const codes = [await press(shown), await press(shown)];
  const answers = await Promise.all(codes.map((code) => exchange(world, app, code, pkce)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
});

test('404 for a second click after the code was used', async () => {
  const shown = await ask();
  const before = (await acts()).length;
  assert.equal((await exchange(world, app, await press(shown), pkce)).status, 200);
  const third = await browser.submit(shown, '/oauth/authorize', { decision: 'allowed' });
  assert.equal(third.status, 404);
  assert.match(third.text, /start again/);
  assert.deepEqual((await acts()).slice(before), ['consent.allowed']);
});

test('404 for a late second click and for one on the other button', async () => {
  const late = await ask();
  await browser.submit(late, '/oauth/authorize', { decision: 'allowed' });
  world.clock.advance(10_001);
  assert.equal((await browser.submit(late, '/oauth/authorize', { decision: 'allowed' })).status, 404);
  const other = await ask();
  await browser.submit(other, '/oauth/authorize', { decision: 'denied' });
  assert.equal((await browser.submit(other, '/oauth/authorize', { decision: 'denied' })).status, 303);
  assert.equal((await browser.submit(other, '/oauth/authorize', { decision: 'allowed' })).status, 404);
});

test('the audit log has an entry for a revoked grant and for a replayed code', async () => {
  const before = (await acts()).length;
  const { client_id, client_secret } = app;
  const given_back = await connectApp(world, browser, app);
  const body = { token: given_back.refresh_token, client_id, client_secret };
  await world.nobody.post('/v1/oauth-revoke', body);
  await world.nobody.post('/v1/oauth-revoke', body);
  const stolen = await connectApp(world, browser, app);
  await refresh(world, app, stolen.refresh_token);
  await backdateTokenUses(world, REPLAY_AGE_MS);
  for (let use = 0; use < 2; use++) await refresh(world, app, stolen.refresh_token);
  assert.deepEqual((await acts()).slice(before), [
    'consent.allowed',
    'connection.given_back',
    'consent.allowed',
    'connection.replayed',
  ]);
});
