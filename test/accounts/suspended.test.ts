/** Every kind of access to an account while it is suspended, and after it is active again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reactivateAccount, suspendAccount } from '../../src/features/accounts/accounts.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { createPairingCode } from '../../src/features/seats/pairing.ts';
import { inviteAdmin } from '../../src/features/users/users.ts';
import { openBrowser } from '../../support/browser.ts';
import { callerAt } from '../../support/caller.ts';
import { deliverMails } from '../support/sentMails.ts';
import { adminBrowser, connectApp, exchange, getCode, makeApp, makePkce, refresh } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const app = await makeApp(world, await world.account('Maker GmbH'));
const api = await tenant.api();
const glasses = await tenant.device();
const integration = world.as((await createIntegration(tenant.ctx(), { provider: 'erp' })).secret);
const browser = await adminBrowser(world, tenant);
const tokens = await connectApp(world, browser, app);
const pkce = makePkce();
const authorization_code = await getCode(browser, app, pkce);
const { code } = await createPairingCode(tenant.ctx(), glasses.seat_id);
const cookie = { Cookie: `session=${browser.cookies.get('session')}` };
const visitor = openBrowser(world.url);
await visitor.submit(await visitor.get('/reset-password'), '/reset-password', { email: tenant.admin.email });
await inviteAdmin(tenant.ctx(), { email: 'ivo@example.com', full_name: 'Ivo Invited', roles: ['admin'] });
const letters = await deliverMails(world);
const linkIn = (path: string) =>
  letters.map(({ text }) => new RegExp(`${path}\\?token=\\w+`).exec(text)?.[0]).find(Boolean) ?? '';
const TASKS = '/v1/api-tenant-tasks';

const WAYS: [string, () => Promise<{ status: number }>, { suspended: number; active: number }][] = [
  ['a key', () => api.get(TASKS), { suspended: 401, active: 200 }],
  ['a token of an app', () => world.as(tokens.access_token).get(TASKS), { suspended: 401, active: 200 }],
  ['a refresh token', () => refresh(world, app, tokens.refresh_token), { suspended: 400, active: 200 }],
  [
    'an authorization code',
    () => exchange(world, app, authorization_code, pkce),
    { suspended: 400, active: 200 },
  ],
  ['glasses', () => glasses.get('/device/v1/manifest'), { suspended: 401, active: 200 }],
  ['a pairing code', () => world.nobody.post('/device/v1/pair', { code }), { suspended: 404, active: 201 }],
  ['an integration', () => integration.post('/inbound/v1/tasks', {}), { suspended: 401, active: 400 }],
  ['a sign-in on pages', () => browser.get('/account'), { suspended: 303, active: 200 }],
  [
    'a sign-in on the dashboard',
    () => callerAt(world.url).call('/console/v1/me', { headers: cookie }),
    { suspended: 401, active: 200 },
  ],
  ['a password', () => openBrowser(world.url).signIn(tenant.admin), { suspended: 400, active: 303 }],
  ['a password link', () => visitor.get(linkIn('/reset-password/new')), { suspended: 404, active: 200 }],
  ['an invitation', () => visitor.get(linkIn('/invitation')), { suspended: 404, active: 200 }],
];

for (const state of ['suspended', 'active'] as const)
  for (const [what, use, expected] of WAYS)
    test(`${expected[state]} for ${what} of an account that is ${state === 'active' ? 'active again' : state}`, async () => {
      const change = state === 'active' ? reactivateAccount : suspendAccount;
      await change(world.platform(), tenant.account_id);
      assert.equal((await use()).status, expected[state]);
    });
