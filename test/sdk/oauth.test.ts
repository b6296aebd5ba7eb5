/* Apps that connect accounts with the SDK. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import {
  AuthorizationError,
  BadRequestError,
  OAuthApp,
  TenantOps,
  type ConnectionTokens,
} from '../../sdk/src/main.ts';
import { openClientStage } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';
import { openUnreliableProxy } from './support/faultyProxy.ts';

const world = await openWorld();
const stage = await openClientStage(world);
const way = await openUnreliableProxy(world.url);
after(() => way.close());
const { client_id: clientId, client_secret: clientSecret } = stage.app;
const options = { baseUrl: `${way.url}/v1/`, authUrl: world.url, clientId, clientSecret };
const app = new OAuthApp({ ...options, redirectUri: stage.redirect_uri, retryDelaysMs: [1, 1, 1] });

beforeEach(() => {
  way.passed.length = 0;
  way.faults.length = 0;
});

async function connect(): Promise<ConnectionTokens> {
  const authorization = await app.authorize(stage.scopes);
  return app.exchange(await stage.visit(authorization.url), authorization);
}

function clientOf(tokens: ConnectionTokens, kept: ConnectionTokens[] = []): TenantOps {
  const onTokens = (latest: ConnectionTokens) => void kept.push(latest);
  return new TenantOps({ baseUrl: way.url, retryDelaysMs: [1], oauth: { app, tokens, onTokens } });
}

const expired = (tokens: ConnectionTokens) => ({ ...tokens, expires_at: new Date(0).toISOString() });
const refreshes = () => way.passed.filter(({ path }) => path === '/v1/oauth-token').length;

test('200 with the tokens of a customer who allowed it', async () => {
  const tokens = await connect();
  assert.equal(await stage.statusWith(tokens.access_token), 200);
  const left_ms = Date.parse(tokens.expires_at) - Date.now();
  assert.ok(left_ms > 3_500_000 && left_ms <= 3_600_000, `${left_ms}`);
  await clientOf(tokens).tasks.create({ title: 'A' });
  assert.equal(refreshes(), 1);
});

test('each authorization request has a new S256 challenge and state', async () => {
  const [one, other] = [await app.authorize(['read:tasks']), await app.authorize(['read:tasks'])];
  const { origin, pathname, searchParams } = new URL(one.url);
  assert.equal(origin + pathname, stage.authorize_url);
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.equal(searchParams.get('state'), one.state);
  assert.match(one.codeVerifier, /^[\w-]{43}$/);
  assert.equal(new Set([one.state, other.state, one.codeVerifier, other.codeVerifier]).size, 4);
});

test('a callback with a wrong state or a denial gets no tokens', async () => {
  const authorization = await app.authorize(['read:tasks']);
  const back = (answered: Record<string, string>) =>
    `${stage.redirect_uri}?${new URLSearchParams({ state: authorization.state, ...answered }).toString()}`;
  const refused: [string, string][] = [
    [back({ code: 'a', state: 'other' }), 'state_mismatch'],
    [back({ code: 'a', iss: 'https://other.example.com' }), 'issuer_mismatch'],
    [back({ error: 'access_denied' }), 'access_denied'],
    [back({}), 'missing_code'],
  ];
  for (const [callback, code] of refused)
    await assert.rejects(app.exchange(callback, authorization), (error: unknown) => {
      return error instanceof AuthorizationError && error.code === code;
    });
  assert.equal(way.passed.length, 0);
  await assert.rejects(app.exchange(back({ code: 'a', iss: world.url }), authorization), {
    code: 'invalid_grant',
  });
});

test('an expired token is refreshed once for concurrent calls', async () => {
  const tokens = await connect();
  const kept: ConnectionTokens[] = [];
  const ops = clientOf(expired(tokens), kept);
  way.passed.length = 0;
  await Promise.all(Array.from({ length: 20 }, () => ops.call('listTasks', { query: { limit: 1 } })));
  assert.deepEqual([refreshes(), kept.length, way.passed.length], [1, 1, 21]);
  const [latest] = kept;
  assert.ok(latest && latest.refresh_token !== tokens.refresh_token);
  await app.refresh(latest.refresh_token);
});

test('tokens that could not be saved are passed to the callback again, without another refresh', async () => {
  const tokens = expired(await connect());
  const handed: ConnectionTokens[] = [];
  const onTokens = (latest: ConnectionTokens) => {
    if (handed.push(latest) === 1) throw new Error('the disk is full');
  };
  const ops = new TenantOps({ baseUrl: way.url, retryDelaysMs: [1], oauth: { app, tokens, onTokens } });
  way.passed.length = 0;
  await assert.rejects(ops.call('listTasks', {}), /the disk is full/);
  await ops.call('listTasks', {});
  assert.equal(refreshes(), 1);
  assert.deepEqual(handed[1], handed[0]);
});

test('a replayed refresh token ends the connection', async () => {
  const first = await connect();
  const second = await app.refresh(first.refresh_token);
  const third = await app.refresh(second.refresh_token);
  assert.equal(await stage.statusWith(third.access_token), 200);
  await assert.rejects(app.refresh(first.refresh_token), { code: 'invalid_grant' });
  assert.equal(await stage.statusWith(third.access_token), 401);
});

test('201 once after a refresh of a rejected token', async () => {
  const tokens = await connect();
  await app.revoke(tokens.access_token);
  const kept: ConnectionTokens[] = [];
  const ops = clientOf(tokens, kept);
  const external_id = crypto.randomUUID();
  await Promise.all([1, 2, 3].map(() => ops.tasks.create({ title: 'A', external_id })));
  assert.equal(kept.length, 1);
  assert.equal((await ops.tasks.list({ external_id }).page()).total, 3);
});

test('401 is retried only once', async () => {
  const ops = clientOf(await connect());
  way.passed.length = 0;
  const refused = { status: 401, body: '{"error":"INVALID_KEY","message":"A"}' };
  way.faults.push(refused);
  await ops.call('listTasks', {});
  assert.equal(way.passed.length, 3);
  way.passed.length = 0;
  const fresh = clientOf(await connect());
  way.passed.length = 0;
  way.faults.push(refused, { status: 400 });
  await assert.rejects(fresh.call('listTasks', {}), BadRequestError);
  assert.equal(way.passed.length, 2);
});

test('a refresh with a lost response is never retried automatically', async () => {
  for (const fault of ['lost answer', { status: 503 }] as const) {
    const ops = clientOf(expired(await connect()));
    way.passed.length = 0;
    way.faults.push(fault);
    await assert.rejects(ops.call('listTasks', {}), { name: 'AuthorizationError', code: 'refresh_failed' });
    assert.equal(way.passed.length, 1);
  }
});

test('revoking the refresh token ends the connection', async () => {
  const tokens = await connect();
  await app.revoke(tokens.refresh_token);
  assert.equal(await stage.statusWith(tokens.access_token), 401);
  await assert.rejects(clientOf(tokens).call('listTasks', {}), { code: 'invalid_grant' });
});
