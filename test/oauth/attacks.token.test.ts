import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteApp, rotateAppSecret } from '../../src/features/apps/apps.ts';
import { suspendApp } from '../../src/features/apps/reviews.ts';
import { adminBrowser, connectApp, exchange, getCode, makeApp, makePkce, refresh } from '../support/oauth.ts';
import type { Answer } from '../../support/caller.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const owner = await world.account('Maker GmbH');
const customer = await world.account('Kunde AG');
const app = await makeApp(world, owner);
const other = await makeApp(world, owner);
const browser = await adminBrowser(world, customer);
const key = await customer.api();
const TOKEN = '/v1/oauth-token';
const REVOKE = '/v1/oauth-revoke';
const TASKS = '/v1/api-tenant-tasks';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function assertRefused({ status, body, headers }: Answer, expected: number, error: string): void {
  assert.deepEqual([status, body.error], [expected, error]);
  assert.deepEqual(Object.keys(body), ['error', 'message']);
  assert.equal(headers.get('Cache-Control'), 'no-store');
}

const codeAttacks: [string, Record<string, unknown>, number, string][] = [
  ['no verifier', { code_verifier: undefined }, 400, 'invalid_grant'],
  ['an empty verifier', { code_verifier: '' }, 400, 'invalid_grant'],
  ['another verifier', { code_verifier: makePkce().code_verifier }, 400, 'invalid_grant'],
  ['a short verifier', { code_verifier: 'a'.repeat(42) }, 400, 'invalid_grant'],
  ['a very long verifier', { code_verifier: 'a'.repeat(10_000) }, 400, 'invalid_grant'],
  ['a verifier that is a number', { code_verifier: 7 }, 400, 'BAD_REQUEST'],
  ['a verifier that is a list', { code_verifier: ['a'] }, 400, 'BAD_REQUEST'],
  ['no redirect_uri', { redirect_uri: undefined }, 400, 'invalid_grant'],
  ['another redirect_uri', { redirect_uri: 'https://app.example.com/callback/' }, 400, 'invalid_grant'],
  ['another app', { client_id: other.client_id, client_secret: other.client_secret }, 400, 'invalid_grant'],
  ["another app's secret", { client_secret: other.client_secret }, 401, 'invalid_client'],
  ['no secret', { client_secret: undefined }, 401, 'invalid_client'],
  ['an empty secret', { client_secret: '' }, 401, 'invalid_client'],
  ['a secret with one more character', { client_secret: `${app.client_secret}0` }, 401, 'invalid_client'],
  ['a very long secret', { client_secret: 'a'.repeat(10_000) }, 401, 'invalid_client'],
  ['no client_id', { client_id: undefined }, 401, 'invalid_client'],
  ['an unknown client_id', { client_id: 'app_000000000000000000000000' }, 401, 'invalid_client'],
  ['a client_id with a NUL', { client_id: 'app_\0' }, 400, 'BAD_REQUEST'],
  ['a client_id with a lone surrogate', { client_id: 'app_\ud800' }, 400, 'BAD_REQUEST'],
  ['no grant_type', { grant_type: undefined }, 400, 'BAD_REQUEST'],
  ['grant_type password', { grant_type: 'password' }, 400, 'BAD_REQUEST'],
  ['grant_type client_credentials', { grant_type: 'client_credentials' }, 400, 'BAD_REQUEST'],
  ['no code', { code: undefined }, 400, 'BAD_REQUEST'],
  ['invalid characters', { code: 'toc_nonsense' }, 400, 'invalid_grant'],
  ['a very long code', { code: `toc_${'a'.repeat(10_000)}` }, 400, 'invalid_grant'],
  ['an API key as the code', { code: key.token }, 400, 'invalid_grant'],
];

for (const [what, changes, status, error] of codeAttacks) {
  test(`${status} ${error} for a code with ${what}, and the code stays valid`, async () => {
    const pkce = makePkce();
    const code = await getCode(browser, app, pkce);
    assertRefused(await exchange(world, app, code, pkce, changes), status, error);
    assert.equal((await exchange(world, app, code, pkce)).status, 200);
  });
}

test('400 for a token of another type', async () => {
  const { access_token, refresh_token } = await connectApp(world, browser, app);
  const pkce = makePkce();
  const code = await getCode(browser, app, pkce);
  for (const token of [access_token, refresh_token, app.client_secret]) {
    assertRefused(await exchange(world, app, token, pkce), 400, 'invalid_grant');
  }
  for (const token of [access_token, code, app.client_secret, key.token]) {
    assertRefused(await refresh(world, app, token ?? ''), 400, 'invalid_grant');
  }
  for (const token of [refresh_token, code, app.client_secret, app.client_id]) {
    assertRefused(await world.as(token).get(TASKS), 401, 'INVALID_KEY');
  }
});

test('401 MISSING_AUTH for an access token in the query or in a cookie', async () => {
  const { access_token } = await connectApp(world, browser, app);
  assertRefused(await world.nobody.get(`${TASKS}?access_token=${access_token}`), 401, 'MISSING_AUTH');
  const headers = { Cookie: `session=${access_token}` };
  assertRefused(await world.nobody.call(TASKS, { headers }), 401, 'MISSING_AUTH');
});

test('401 INVALID_KEY for an access token that lost its checksum or changed its prefix', async () => {
  const { access_token } = await connectApp(world, browser, app);
  const flipped = access_token.slice(0, -1) + (access_token.endsWith('0') ? '1' : '0');
  for (const token of [flipped, access_token.replace('tao_', 'tak_'), access_token.toLowerCase()]) {
    assertRefused(await world.as(token).get(TASKS), 401, 'INVALID_KEY');
  }
});

const refreshAttacks: [string, Record<string, unknown>, number, string][] = [
  ['another app', { client_id: other.client_id, client_secret: other.client_secret }, 400, 'invalid_grant'],
  ['a wrong secret', { client_secret: 'tos_wrong' }, 401, 'invalid_client'],
  ['more scopes than were granted', { scope: 'read:tasks write:tasks' }, 400, 'invalid_scope'],
  ['an unknown scope', { scope: 'read:tasks admin' }, 400, 'invalid_scope'],
  ['no token', { refresh_token: undefined }, 400, 'BAD_REQUEST'],
];

for (const [what, changes, status, error] of refreshAttacks) {
  test(`${status} ${error} for a refresh with ${what}, and the token stays valid`, async () => {
    const { refresh_token } = await connectApp(world, browser, app, 'read:tasks');
    assertRefused(await refresh(world, app, refresh_token, changes), status, error);
    const { status: after, body } = await refresh(world, app, refresh_token);
    assert.deepEqual([after, body.scope], [200, 'read:tasks']);
  });
}

test('200 for a refresh with fewer scopes; the next refresh can have all scopes again', async () => {
  const { refresh_token } = await connectApp(world, browser, app);
  const less = await refresh(world, app, refresh_token, { scope: 'read:tasks' });
  assert.equal(less.body.scope, 'read:tasks');
  assert.equal((await world.as(less.body.access_token).post(TASKS, { title: 'No' })).status, 403);
  const all = await refresh(world, app, less.body.refresh_token);
  assert.equal(all.body.scope, 'read:tasks write:tasks');
});

async function byBasic(header: string | undefined, changes: Record<string, string> = {}): Promise<Answer> {
  const pkce = makePkce();
  const fields = {
    grant_type: 'authorization_code',
    code: await getCode(browser, app, pkce),
    redirect_uri: app.redirect_uri,
    code_verifier: pkce.code_verifier,
    ...changes,
  };
  const headers = { ...FORM, ...(header !== undefined && { Authorization: header }) };
  return world.nobody.call(TOKEN, { method: 'POST', raw: new URLSearchParams(fields).toString(), headers });
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const pair = `${app.client_id}:${app.client_secret}`;
const encoded = pair.replaceAll('_', '%5F');

const good: [string, string, Record<string, string>][] = [
  ['without encoding', `Basic ${base64(pair)}`, {}],
  ['percent-encoded', `Basic ${base64(encoded)}`, {}],
  ['with the scheme in lower case', `basic ${base64(pair)}`, {}],
  ['with the same client_id in the body', `Basic ${base64(pair)}`, { client_id: app.client_id }],
  [
    'with an unknown member in the body',
    `Basic ${base64(pair)}`,
    { resource: 'https://x.example', audience: 'y' },
  ],
];
for (const [what, header, changes] of good) {
  test(`200 for Basic credentials ${what}`, async () => {
    assert.equal((await byBasic(header, changes)).status, 200);
  });
}

const bad: [string, string | undefined, Record<string, string>, number, string][] = [
  ['no colon', `Basic ${base64(app.client_id)}`, {}, 401, 'invalid_client'],
  ['nothing', 'Basic', {}, 401, 'invalid_client'],
  ['invalid base64', `Basic ${pair}`, {}, 401, 'invalid_client'],
  ['a broken percent sign', `Basic ${base64(`%zz:${app.client_secret}`)}`, {}, 401, 'invalid_client'],
  ['a NUL', `Basic ${base64(`app_\0:${app.client_secret}`)}`, {}, 401, 'invalid_client'],
  ['an encoded NUL', `Basic ${base64(`app_%00:${app.client_secret}`)}`, {}, 401, 'invalid_client'],
  ['the secret twice', `Basic ${base64(`${pair}:${app.client_secret}`)}`, {}, 401, 'invalid_client'],
  ['swapped values', `Basic ${base64(`${app.client_secret}:${app.client_id}`)}`, {}, 401, 'invalid_client'],
  [
    'another client_id in the body',
    `Basic ${base64(pair)}`,
    { client_id: other.client_id },
    401,
    'invalid_client',
  ],
  [
    'the secret also in the body',
    `Basic ${base64(pair)}`,
    { client_secret: app.client_secret },
    400,
    'BAD_REQUEST',
  ],
];
for (const [what, header, changes, status, error] of bad) {
  test(`${status} ${error} for Basic credentials with ${what}`, async () => {
    const answer = await byBasic(header, changes);
    assertRefused(answer, status, error);
    const challenge = answer.headers.get('WWW-Authenticate');
    assert.equal(challenge, status === 401 ? 'Basic realm="oauth"' : null);
  });
}

test('401 without a challenge if Basic was not used', async () => {
  const answer = await byBasic(undefined);
  assertRefused(answer, 401, 'invalid_client');
  assert.equal(answer.headers.get('WWW-Authenticate'), null);
});

test('400 for a repeated form field', async () => {
  for (const name of ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_id', 'client_secret']) {
    const raw = `${name}=a&${name}=b`;
    assertRefused(await world.nobody.call(TOKEN, { method: 'POST', raw, headers: FORM }), 400, 'BAD_REQUEST');
  }
});

test('400 for bodies that are neither JSON nor a form', async () => {
  const bodies: [string, string][] = [
    ['application/json', '{'],
    ['application/json', '[]'],
    ['application/json', 'null'],
    ['text/plain', 'grant_type=refresh_token'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/x-www-form-urlencoded', 'code=%00'],
  ];
  for (const [type, raw] of bodies) {
    const answer = await world.nobody.call(TOKEN, { method: 'POST', raw, headers: { 'Content-Type': type } });
    assertRefused(answer, 400, 'BAD_REQUEST');
  }
});

test('400 for a form on operations that accept only JSON', async () => {
  const answer = await key.call(TASKS, { method: 'POST', raw: 'title=A', headers: FORM });
  assertRefused(answer, 400, 'BAD_REQUEST');
});

test('401 and 400 for a revocation without a client or without a token', async () => {
  const { client_id, client_secret } = app;
  const { access_token } = await connectApp(world, browser, app);
  assertRefused(await world.nobody.post(REVOKE, { token: access_token }), 401, 'invalid_client');
  const wrong = await world.nobody.post(REVOKE, { token: access_token, client_id, client_secret: 'x' });
  assertRefused(wrong, 401, 'invalid_client');
  assertRefused(await world.nobody.post(REVOKE, { client_id, client_secret }), 400, 'BAD_REQUEST');
  assert.equal((await world.as(access_token).get(TASKS)).status, 200);
});

test("200 and nothing happens when an app revokes another's tokens", async () => {
  const { access_token, refresh_token } = await connectApp(world, browser, app);
  const { client_id, client_secret } = other;
  for (const token of [access_token, refresh_token, key.token]) {
    const { status, body } = await world.nobody.post(REVOKE, { token, client_id, client_secret });
    assert.deepEqual([status, body], [200, { success: true }]);
  }
  assert.equal((await world.as(access_token).get(TASKS)).status, 200);
  assert.equal((await refresh(world, app, refresh_token)).status, 200);
  assert.equal((await key.get(TASKS)).status, 200);
});

test('401 for the old secret after a rotation', async () => {
  const mine = await makeApp(world, owner);
  const { refresh_token } = await connectApp(world, browser, mine);
  const fresh = await rotateAppSecret(owner.ctx(), mine.client_id);
  assertRefused(await refresh(world, mine, refresh_token), 401, 'invalid_client');
  const { client_secret } = fresh;
  assert.equal((await refresh(world, mine, refresh_token, { client_secret })).status, 200);
});

test('401 for everything of a deleted app', async () => {
  const mine = await makeApp(world, owner);
  const { access_token, refresh_token } = await connectApp(world, browser, mine);
  await deleteApp(owner.ctx(), mine.client_id);
  assertRefused(await world.as(access_token).get(TASKS), 401, 'INVALID_KEY');
  assertRefused(await refresh(world, mine, refresh_token), 401, 'invalid_client');
});

test('401 at every step for a suspended app', async () => {
  const suspend = (client_id: string) => suspendApp(world.platform(), { client_id });
  const [early, late] = [await makeApp(world, owner), await makeApp(world, owner)];
  const pkce = makePkce();
  const code = await getCode(browser, early, pkce);
  await suspend(early.client_id);
  assertRefused(await exchange(world, early, code, pkce), 401, 'invalid_client');
  const { access_token, refresh_token } = await connectApp(world, browser, late);
  await suspend(late.client_id);
  assertRefused(await world.as(access_token).get(TASKS), 401, 'INVALID_KEY');
  assertRefused(await refresh(world, late, refresh_token), 401, 'invalid_client');
  const { client_id, client_secret } = late;
  const revoked = await world.nobody.post(REVOKE, { token: refresh_token, client_id, client_secret });
  assertRefused(revoked, 401, 'invalid_client');
});

test('401 for everything while the account is suspended', async () => {
  const tenant = await world.account('Stillstand');
  const own = await adminBrowser(world, tenant);
  const { access_token, refresh_token } = await connectApp(world, own, app);
  const pkce = makePkce();
  const code = await getCode(own, app, pkce);
  await world.db`update accounts set state = 'suspended' where id = ${tenant.account_id}`;
  assertRefused(await world.as(access_token).get(TASKS), 401, 'INVALID_KEY');
  assertRefused(await refresh(world, app, refresh_token), 400, 'invalid_grant');
  assertRefused(await exchange(world, app, code, pkce), 400, 'invalid_grant');
  assert.equal((await own.get('/account')).status, 303);
});

test('405 with Allow for every other method', async () => {
  for (const path of [TOKEN, REVOKE]) {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await world.nobody.call(path, { method });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('Allow'), 'POST');
    }
  }
});
