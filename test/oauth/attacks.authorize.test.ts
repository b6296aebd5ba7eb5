import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeApp } from '../../src/features/apps/apps.ts';
import { suspendApp } from '../../src/features/apps/reviews.ts';
import { openBrowser, type BrowserResponse } from '../../support/browser.ts';
import { adminBrowser, allowAccess, authorizePath, CALLBACK, makeApp, makePkce } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const owner = await world.account('Maker GmbH');
const customer = await world.account('Kunde AG');
const app = await makeApp(world, owner);
const other = await makeApp(world, owner, { redirect_uris: ['https://other.example.com/cb'] });
const unreviewed = await makeApp(world, owner, { active: false });
const withQuery = await makeApp(world, owner, { redirect_uris: ['https://app.example.com/cb?tenant=a%20b'] });
const native = await makeApp(world, owner, { redirect_uris: ['com.example.app:/callback'] });
const browser = await adminBrowser(world, customer);
const pkce = makePkce();

function assertStopped({ status, location, text }: BrowserResponse, word: RegExp): void {
  assert.equal(status, 400);
  assert.equal(location, undefined);
  assert.match(text, word);
}

function answerIn({ status, location = '' }: BrowserResponse): Record<string, string> {
  assert.equal(status, 303);
  assert.ok(location.startsWith(`${CALLBACK}?`), location);
  return Object.fromEntries(new URL(location).searchParams);
}

const nearMisses: [string, string | undefined][] = [
  ['an additional slash', `${CALLBACK}/`],
  ['a longer path', `${CALLBACK}/../evil`],
  ['an additional query', `${CALLBACK}?next=https://evil.example`],
  ['an additional fragment', `${CALLBACK}#x`],
  ['another scheme', 'http://app.example.com/callback'],
  ['another port', 'https://app.example.com:8443/callback'],
  ['an explicit default port', 'https://app.example.com:443/callback'],
  ['upper case in the host', 'https://APP.example.com/callback'],
  ['upper case in the path', 'https://app.example.com/Callback'],
  ['a user name', 'https://evil@app.example.com/callback'],
  ['a longer host', 'https://app.example.com.evil.example/callback'],
  ['percent-encoded letters', 'https://app.example.com/%63allback'],
  ['a trailing space', `${CALLBACK} `],
  ['a trailing NUL', `${CALLBACK}\0`],
  ['a backslash', 'https://app.example.com\\@evil.example/callback'],
  ['the redirect URI of another app', 'https://other.example.com/cb'],
  ['javascript', 'javascript:alert(1)'],
  ['only a host', '//app.example.com/callback'],
  ['nothing', undefined],
  ['an empty value', ''],
];

for (const [what, redirect_uri] of nearMisses) {
  test(`400 and no redirect for a redirect_uri with ${what}`, async () => {
    for (const visitor of [browser, openBrowser(world.url)]) {
      assertStopped(await visitor.get(authorizePath(app, pkce, { redirect_uri })), /redirect_uri/);
    }
  });
}

const strangers: [string, string | undefined][] = [
  ['an unknown client_id', 'app_000000000000000000000000'],
  ['a client_id with a NUL', 'app_\0'],
  ['a client_id of markup', '<script>alert(1)</script>'],
  ['a very long client_id', `app_${'a'.repeat(4000)}`],
  ['no client_id', undefined],
];

for (const [what, client_id] of strangers) {
  test(`400 and no redirect for ${what}`, async () => {
    const shown = await browser.get(authorizePath(app, pkce, { client_id }));
    assertStopped(shown, /invalid_client/);
    assert.ok(!shown.text.includes('<script'));
  });
}

test('400 and no redirect for a repeated client_id or redirect_uri', async () => {
  const path = authorizePath(app, pkce);
  assertStopped(await browser.get(`${path}&client_id=${other.client_id}`), /invalid_client/);
  assertStopped(await browser.get(`${path}&redirect_uri=${encodeURIComponent(CALLBACK)}`), /redirect_uri/);
});

const refused: [string, Record<string, string | undefined>, string][] = [
  ['no response_type', { response_type: undefined }, 'invalid_request'],
  ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['response_type code token', { response_type: 'code token' }, 'unsupported_response_type'],
  ['no challenge', { code_challenge: undefined }, 'invalid_request'],
  ['an empty challenge', { code_challenge: '' }, 'invalid_request'],
  ['no challenge method, which would mean plain', { code_challenge_method: undefined }, 'invalid_request'],
  ['the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['the challenge method s256 in lower case', { code_challenge_method: 's256' }, 'invalid_request'],
  [
    'neither a challenge nor a challenge method',
    { code_challenge: undefined, code_challenge_method: undefined },
    'invalid_request',
  ],
  ['a short challenge', { code_challenge: 'a'.repeat(42) }, 'invalid_request'],
  ['a long challenge', { code_challenge: 'a'.repeat(44) }, 'invalid_request'],
  ['a padded challenge', { code_challenge: `${'a'.repeat(43)}=` }, 'invalid_request'],
  ['a challenge with invalid characters', { code_challenge: '+'.repeat(43) }, 'invalid_request'],
  ['no scope', { scope: undefined }, 'invalid_scope'],
  ['an unknown scope', { scope: 'admin' }, 'invalid_scope'],
  ['only scopes that the app does not have', { scope: 'manage:api_keys manage:users' }, 'invalid_scope'],
];

for (const [what, changes, error] of refused) {
  test(`303 with ${error} for ${what}`, async () => {
    const answer = answerIn(await browser.get(authorizePath(app, pkce, changes)));
    assert.deepEqual([answer['error'], answer['state'], answer['iss']], [error, 'st-1', world.url]);
    assert.equal(answer['code'], undefined);
  });
}

test('303 to the sign-in page before any error is sent to the app', async () => {
  const visitor = openBrowser(world.url);
  for (const path of [
    authorizePath(app, pkce, { scope: 'admin' }),
    authorizePath(app, pkce, { code_challenge: undefined }),
    authorizePath(unreviewed, pkce),
    authorizePath(app, pkce, { prompt: 'none' }),
  ]) {
    const { status, location = '' } = await visitor.get(path);
    assert.equal(status, 303);
    assert.ok(location.startsWith('/sign-in?next=%2Foauth%2Fauthorize'), location);
  }
});

test('303 with invalid_request for repeated parameters', async () => {
  for (const name of ['state', 'scope', 'code_challenge', 'code_challenge_method', 'response_type']) {
    const { status, location = '' } = await browser.get(`${authorizePath(app, pkce)}&${name}=x`);
    assert.equal(status, 303);
    assert.equal(new URL(location).searchParams.get('error'), 'invalid_request', name);
  }
});

test('303 with access_denied for an app in development and another account', async () => {
  const answer = answerIn(await browser.get(authorizePath(unreviewed, pkce)));
  assert.equal(answer['error'], 'access_denied');
});

test("200 for an app in development and its owner's account", async () => {
  const own = await adminBrowser(world, owner);
  const { status, text } = await own.get(authorizePath(unreviewed, pkce));
  assert.equal(status, 200);
  assert.match(text, /in development/);
});

test('303 to the app with the unchanged state', async () => {
  const states = [
    '%3Cscript%3E',
    'a+b%20c',
    '%E4%F6',
    'x%00y',
    '%27%22%3E',
    'a%26error%3Dx',
    'A'.repeat(3_000),
    '',
  ];
  for (const state of states) {
    const shown = await allowAccess(
      browser,
      `${authorizePath(app, pkce, { state: undefined })}&state=${state}`,
    );
    assert.equal(shown.status, 303);
    assert.match(shown.location ?? '', /^https:\/\/app\.example\.com\/callback\?code=toc_/);
    assert.ok(shown.location?.endsWith(`&state=${state}`), shown.location);
    const denied = await browser.get(
      `${authorizePath(app, pkce, { state: undefined, scope: 'x' })}&state=${state}`,
    );
    assert.ok(denied.location?.endsWith(`&state=${state}`), denied.location);
  }
});

test('303 to the app without a state if the request had none', async () => {
  const { location = '' } = await allowAccess(browser, authorizePath(app, pkce, { state: undefined }));
  assert.ok(!location.includes('state='));
});

test('303 with the unchanged query of a registered redirect URI', async () => {
  const { location = '' } = await allowAccess(browser, authorizePath(withQuery, pkce));
  assert.match(location, /^https:\/\/app\.example\.com\/cb\?tenant=a%20b&code=toc_/);
});

test('303 to the private scheme of an installed app', async () => {
  const { location = '' } = await allowAccess(browser, authorizePath(native, pkce));
  assert.match(location, /^com\.example\.app:\/callback\?code=toc_/);
});

test('400 for a query above the header size limit', async () => {
  const { status } = await browser.get(authorizePath(app, pkce, { state: 'A'.repeat(20_000) }));
  assert.equal(status, 400);
});

test('200 with the name of an app as text, not as markup', async () => {
  const nasty = await makeApp(world, owner, { name: '<img src=x onerror=alert(1)>' });
  const { text } = await browser.get(authorizePath(nasty, pkce));
  assert.ok(!text.includes('<img'));
  assert.match(text, /&lt;img src=x/);
});

const forgeries: [string, Record<string, string>, Record<string, string>][] = [
  ['without its token', { form_token: '' }, {}],
  ['with a token of another browser', { form_token: 'A'.repeat(43) }, {}],
  ['from another origin', {}, { Origin: 'https://evil.example' }],
  ['from the origin null', {}, { Origin: 'null' }],
  ['that the browser marks as cross-site', {}, { 'Sec-Fetch-Site': 'cross-site' }],
  ['that the browser marks as same-site', {}, { 'Sec-Fetch-Site': 'same-site' }],
];

for (const [what, fields, headers] of forgeries) {
  test(`403 for a consent form ${what}`, async () => {
    const shown = await browser.get(authorizePath(app, pkce));
    const hidden = Object.fromEntries(
      [...shown.text.matchAll(/name="(form_token|authorization_id)" value="([^"]*)"/g)].map(
        ([, name, value]) => [name, value],
      ),
    );
    const sent = { ...hidden, decision: 'allowed', ...fields };
    const answer = await browser.post('/oauth/authorize', sent as Record<string, string>, headers);
    assert.equal(answer.status, 403);
    assert.equal(answer.location, undefined);
  });
}

test('404 for a consent request of another sign-in', async () => {
  const second = await adminBrowser(world, customer);
  const asked = await second.get(authorizePath(app, pkce));
  const authorization_id = /name="authorization_id" value="([^"]*)"/.exec(asked.text)?.[1] ?? '';
  const own = await browser.get(authorizePath(app, pkce));
  const answer = await browser.submit(own, '/oauth/authorize', { authorization_id, decision: 'allowed' });
  assert.equal(answer.status, 404);
});

test('404 for a consent request that was answered or is ten minutes old', async () => {
  const shown = await browser.get(authorizePath(app, pkce));
  assert.equal((await browser.submit(shown, '/oauth/authorize', { decision: 'denied' })).status, 303);
  assert.equal((await browser.submit(shown, '/oauth/authorize', { decision: 'allowed' })).status, 404);
  const late = await browser.get(authorizePath(app, pkce));
  world.clock.advance(10 * 60_000);
  assert.equal((await browser.submit(late, '/oauth/authorize', { decision: 'allowed' })).status, 404);
});

test('303 with access_denied for Deny', async () => {
  const shown = await browser.get(authorizePath(app, pkce));
  const answer = answerIn(await browser.submit(shown, '/oauth/authorize', { decision: 'denied' }));
  assert.deepEqual(answer, { error: 'access_denied', iss: world.url, state: 'st-1' });
});

test('400 for a decision other than Allow and Deny', async () => {
  const shown = await browser.get(authorizePath(app, pkce));
  assert.equal((await browser.submit(shown, '/oauth/authorize', { decision: 'maybe' })).status, 400);
});

test('404 for an app that is suspended during the consent', async () => {
  const mine = await makeApp(world, owner);
  const shown = await browser.get(authorizePath(mine, pkce));
  await suspendApp(world.platform(), { client_id: mine.client_id });
  assert.equal((await browser.submit(shown, '/oauth/authorize', { decision: 'allowed' })).status, 404);
});

test('400 without a redirect for an app that was suspended before the sign-in', async () => {
  const mine = await makeApp(world, owner);
  const path = authorizePath(mine, pkce);
  const visitor = openBrowser(world.url);
  assert.equal((await visitor.get(path)).status, 303);
  await suspendApp(world.platform(), { client_id: mine.client_id });
  const { location = '' } = await visitor.signIn(customer.admin, path);
  assertStopped(await visitor.get(location), /invalid_client/);
});

test('404 for a redirect URI that is removed during the consent', async () => {
  const mine = await makeApp(world, owner, { redirect_uris: [CALLBACK, 'https://app.example.com/two'] });
  const shown = await browser.get(authorizePath(mine, pkce));
  await changeApp(owner.ctx(), mine.client_id, { redirect_uris: ['https://app.example.com/two'] });
  assert.equal((await browser.submit(shown, '/oauth/authorize', { decision: 'allowed' })).status, 404);
});

test('403 for a member, who can only go back', async () => {
  const member = await customer.user('Mia Member');
  const [row] = await world.db<{ email: string }[]>`select email from users where id = ${member}`;
  const visitor = openBrowser(world.url);
  await visitor.signIn({ email: row?.email ?? '', password: 'correct horse battery' });
  const shown = await visitor.get(authorizePath(app, pkce));
  assert.match(shown.text, /Only an admin/);
  assert.ok(!shown.text.includes('value="allowed"'));
  assert.equal((await visitor.submit(shown, '/oauth/authorize', { decision: 'allowed' })).status, 403);
  assert.equal((await visitor.submit(shown, '/oauth/authorize', { decision: 'denied' })).status, 303);
});

test('405 with Allow for every other method', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await world.nobody.call('/oauth/authorize', { method });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('Allow'), 'GET, HEAD, POST');
  }
});
