import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { listOwnSignIns } from '../../src/features/signin/signIns.ts';
import { hashPassword } from '../../src/lib/crypto/passwords.ts';
import { deactivateUser, reactivateUser } from '../../src/features/users/users.ts';
import { openBrowser } from '../../support/browser.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('303 for a sign-in with an HttpOnly, SameSite cookie', async () => {
  const browser = openBrowser(world.url);
  const shown = await browser.signIn(tenant.admin);
  assert.deepEqual([shown.status, shown.location], [303, '/account']);
  const cookie = shown.headers.getSetCookie().find((header) => header.startsWith('session='));
  assert.match(cookie ?? '', /^session=tbs_\w{55}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/);
  const account = await browser.get('/account');
  assert.equal(account.status, 200);
  assert.match(account.text, /Ada Admin/);
});

test('303 for a sign-in with a new token instead of the one that the browser sent', async () => {
  const browser = openBrowser(world.url);
  await browser.signIn(tenant.admin);
  const first = browser.cookies.get('session') ?? '';
  const planted = `${first.slice(0, -1)}${first.endsWith('x') ? 'y' : 'x'}`;
  const victim = openBrowser(world.url);
  victim.cookies.set('session', planted);
  await victim.signIn(tenant.admin);
  const given = victim.cookies.get('session');
  assert.ok(given !== planted && given !== first, 'a token of its own');
});

test('400 with the same text for an unknown address and a wrong password', async () => {
  const texts: string[] = [];
  for (const email of [tenant.admin.email, 'nobody@example.com']) {
    const shown = await openBrowser(world.url).signIn({ email, password: 'wrong' });
    assert.equal(shown.status, 400);
    texts.push(shown.text.replaceAll(email, '').replaceAll(/value="[\w-]*"/g, ''));
  }
  assert.equal(texts[0], texts[1]);
});

test('400 for a wrong password, with a form that keeps the address and the redirect target', async () => {
  const browser = openBrowser(world.url);
  const refused = await browser.signIn({ ...tenant.admin, password: 'wrong' }, '/account/second-factor');
  assert.equal(refused.status, 400);
  const [, email] = /<input\s+id="email"[^>]*\svalue="([^"]*)"/.exec(refused.text) ?? [];
  assert.equal(email, tenant.admin.email);
  const done = await browser.submit(refused, '/sign-in', tenant.admin);
  assert.deepEqual([done.status, done.location], [303, '/account/second-factor']);
});

test('400 after equal work for an unknown address and a wrong password', async () => {
  // Returns the processor time of all threads of this process, which other processes do not affect.
  const time = async (email: string) => {
    const before = process.cpuUsage();
    await openBrowser(world.url).signIn({ email, password: 'wrong' });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  // The users of a test have a hash of least cost.
  const password_hash = await hashPassword(tenant.admin.password);
  await world.db`
    update users set password_hash = ${password_hash}
    where account_id = ${tenant.account_id} and id = ${tenant.admin_id}`;
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 6; round++) {
    known.push(await time(tenant.admin.email));
    unknown.push(await time(`nobody-${round}@example.com`));
  }
  // Other work of the process can only lengthen a measurement, so the minimum is compared.
  const ratio = Math.min(...known) / Math.min(...unknown);
  assert.ok(ratio > 0.5 && ratio < 2, `ratio ${ratio}`);
});

test('429 after ten wrong passwords, only for that user and for a limited time', async () => {
  const own = await world.account();
  const other = await world.account();
  for (let attempt = 0; attempt < 10; attempt++) {
    const { status } = await openBrowser(world.url).signIn({ ...own.admin, password: 'wrong' });
    assert.equal(status, 400);
  }
  assert.equal((await openBrowser(world.url).signIn(own.admin)).status, 429);
  assert.equal((await openBrowser(world.url).signIn(other.admin)).status, 303);
  world.clock.advance(15 * MINUTE_MS + 1);
  assert.equal((await openBrowser(world.url).signIn(own.admin)).status, 303);
});

test('429 for all but about ten of forty concurrent wrong passwords', async () => {
  const own = await world.account();
  const browsers = Array.from({ length: 40 }, () => openBrowser(world.url));
  const shown = await Promise.all(
    browsers.map((browser) => browser.signIn({ ...own.admin, password: 'wrong' })),
  );
  const tried = shown.filter(({ status }) => status === 400).length;
  assert.ok(tried === 10 || tried === 11, `${tried}`);
  assert.equal(shown.filter(({ status }) => status === 429).length, 40 - tried);
});

test('303 to the sign-in after an idle day, and after two weeks in any case', async () => {
  const idle = openBrowser(world.url);
  await idle.signIn(tenant.admin);
  world.clock.advance(23 * HOUR_MS);
  assert.equal((await idle.get('/account')).status, 200);
  world.clock.advance(24 * HOUR_MS);
  assert.equal((await idle.get('/account')).location, '/sign-in?next=%2Faccount');
  const busy = openBrowser(world.url);
  await busy.signIn(tenant.admin);
  for (let day = 0; day < 14 * 2 - 1; day++) {
    world.clock.advance(12 * HOUR_MS);
    assert.equal((await busy.get('/account')).status, 200);
  }
  world.clock.advance(12 * HOUR_MS);
  assert.equal((await busy.get('/account')).status, 303);
});

test('303 for a sign-out, which ends the sign-in on the server', async () => {
  const browser = openBrowser(world.url);
  await browser.signIn(tenant.admin);
  const token = browser.cookies.get('session') ?? '';
  await browser.submit(await browser.get('/account'), '/sign-out');
  assert.equal(browser.cookies.get('session'), undefined);
  browser.cookies.set('session', token);
  assert.equal((await browser.get('/account')).status, 303);
});

test('303 for a repeated sign-out, 403 for a sign-out from another site', async () => {
  const browser = openBrowser(world.url);
  for (const action of ['/sign-out', '/account/sign-out-everywhere']) {
    await browser.signIn(tenant.admin);
    const page = await browser.get('/account');
    assert.equal((await browser.post(action, { form_token: 'foreign' })).status, 403);
    await browser.submit(page, action);
    assert.match((await browser.submit(page, action)).location ?? '', /^\/sign-in/);
  }
});

test('303 for signing out one other browser, and all browsers', async () => {
  const own = await world.account();
  const [here, there, third] = [openBrowser(world.url), openBrowser(world.url), openBrowser(world.url)];
  for (const browser of [here, there, third]) await browser.signIn(own.admin);
  const page = await here.get('/account');
  assert.equal(page.text.match(/last used/g)?.length, 3);
  await here.submit(page, '/account/sign-out-session');
  assert.equal((await listOwnSignIns(own.ctx(), own.admin_id)).length, 2);
  assert.equal((await here.get('/account')).status, 200);
  await here.submit(await here.get('/account'), '/account/sign-out-everywhere');
  for (const browser of [here, there, third]) assert.equal((await browser.get('/account')).status, 303);
});

test("404 for the sign-out of another user's sign-in", async () => {
  const own = await world.account();
  const browser = openBrowser(world.url);
  const other = openBrowser(world.url);
  await other.signIn(own.admin);
  await browser.signIn(tenant.admin);
  const [sign_in] = await listOwnSignIns(own.ctx(), own.admin_id);
  const page = await browser.get('/account');
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const sent = { form_token, session_id: sign_in?.id ?? '' };
  assert.equal((await browser.post('/account/sign-out-session', sent)).status, 404);
  assert.equal((await other.get('/account')).status, 200);
});

test('303 to the sign-in after the user is deactivated, also after reactivation', async () => {
  const own = await world.account();
  const browser = openBrowser(world.url);
  await browser.signIn(own.admin);
  await deactivateUser(own.ctx(), own.admin_id);
  assert.equal((await browser.get('/account')).status, 303);
  assert.equal((await openBrowser(world.url).signIn(own.admin)).status, 400);
  await reactivateUser(own.ctx(), own.admin_id);
  assert.equal((await browser.get('/account')).status, 303);
  assert.equal((await browser.signIn(own.admin)).status, 303);
});

const elsewhere = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/\t/evil',
  '',
];
for (const next of elsewhere) {
  test(`303 to the home page, not to ${JSON.stringify(next)}`, async () => {
    const { status, location } = await openBrowser(world.url).signIn(tenant.admin, next);
    assert.deepEqual([status, location], [303, '/']);
  });
}

test('403 for a sign-in form of another origin or without its token', async () => {
  const browser = openBrowser(world.url);
  const page = await browser.get('/sign-in');
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const fields = { ...tenant.admin, form_token };
  assert.equal((await browser.post('/sign-in', fields, { Origin: 'https://evil.example' })).status, 403);
  assert.equal((await browser.post('/sign-in', fields, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
  assert.equal((await browser.post('/sign-in', { ...fields, form_token: '' })).status, 403);
  const unknown = await openBrowser(world.url).post('/sign-in', fields);
  assert.deepEqual([unknown.status, unknown.headers.get('retry-after')], [403, null]);
  assert.equal((await browser.post('/sign-in', fields)).status, 303);
});

test('200 with a 256-bit form secret for an anonymous browser, stored in a cookie', async () => {
  const { headers } = await fetch(`${world.url}/sign-in`);
  assert.match(headers.get('set-cookie') ?? '', /^visitor=[0-9A-Za-z]{43};/);
});

test('200 with headers against scripts, frames and caches', async () => {
  const { headers } = await openBrowser(world.url).get('/sign-in');
  const policy = headers.get('Content-Security-Policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.ok(!policy.includes('script-src'));
  assert.equal(headers.get('Cache-Control'), 'no-store');
  assert.equal(headers.get('X-Frame-Options'), 'DENY');
});

test('every sign-in has an audit entry', async () => {
  const own = await world.account();
  await openBrowser(world.url).signIn(own.admin);
  const { entries } = await listAudit(own.ctx(), { action: 'session', limit: 10, offset: 0 });
  assert.deepEqual([entries[0]?.action, entries[0]?.actor.name], ['session.signed_in', 'Ada Admin']);
  assert.deepEqual(Object.keys(entries[0]?.details ?? {}), ['address', 'browser']);
});
