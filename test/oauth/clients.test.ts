import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuth2Client as BadgatewayClient } from '@badgateway/oauth2-client';
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  refreshAuthorization,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { CodeChallengeMethod, generateCodeVerifier, OAuth2Client as ArcticClient } from 'arctic';
import ClientOAuth2 from 'client-oauth2';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import PassportStrategy from 'passport-oauth2';
import { AuthorizationCode } from 'simple-oauth2';
import { adminBrowser, allow, makeApp, makePkce } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

/*
 * Each client is the real package, builds its own authorize URL, and is judged by what it gets: tokens, an answer
 * of the API, new tokens, and an end to them.
 */
const world = await openWorld();
const owner = await world.account('Maker GmbH');
const customer = await world.account('Kunde AG');
const redirect_uri = 'http://localhost:4444/callback';
const app = await makeApp(world, owner, { redirect_uris: [redirect_uri] });
const browser = await adminBrowser(world, customer);
const scopes = ['read:tasks', 'write:tasks'];
const scope = scopes.join(' ');
const authorize_url = `${world.url}/oauth/authorize`;
const token_url = `${world.url}/v1/oauth-token`;
const revoke_url = `${world.url}/v1/oauth-revoke`;

/** The person presses Allow; the browser comes back to the app with this. */
async function visit(url: URL | string): Promise<URL> {
  const { pathname, search } = new URL(url);
  const { location = '' } = await allow(browser, pathname + search);
  assert.ok(location.startsWith(redirect_uri), location);
  return new URL(location);
}

async function statusWith(access_token: string): Promise<number> {
  return (await world.as(access_token).get('/v1/api-tenant-tasks')).status;
}

async function revokeByHand(token: string): Promise<void> {
  const { client_id, client_secret } = app;
  assert.equal(
    (await world.nobody.post('/v1/oauth-revoke', { token, client_id, client_secret })).status,
    200,
  );
}

test('openid-client 6 connects, refreshes and revokes', async () => {
  const config = await openid.discovery(new URL(world.url), app.client_id, app.client_secret, undefined, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  });
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri,
    scope,
    state: expectedState,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const back = await visit(url);
  const first = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
  assert.deepEqual([first.token_type, first.expires_in, first.scope], ['bearer', 3600, scope]);
  assert.equal(await statusWith(first.access_token), 200);
  const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '');
  assert.equal(await statusWith(second.access_token), 200);
  await openid.tokenRevocation(config, second.refresh_token ?? '');
  assert.equal(await statusWith(second.access_token), 401);
  await assert.rejects(openid.refreshTokenGrant(config, second.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
});

for (const [name, authentication] of [
  ['body secret', oauth.ClientSecretPost(app.client_secret)],
  ['HTTP Basic', oauth.ClientSecretBasic(app.client_secret)],
] as const) {
  test(`oauth4webapi 3 connects, refreshes and revokes by ${name}`, async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(world.url);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const client = { client_id: app.client_id };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      ...client,
      redirect_uri,
      response_type: 'code',
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const parameters = oauth.validateAuthResponse(server, client, await visit(url), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirect_uri,
      verifier,
      insecure,
    );
    const first = await oauth.processAuthorizationCodeResponse(server, client, answer);
    assert.equal(await statusWith(first.access_token), 200);
    const again = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      first.refresh_token ?? '',
      insecure,
    );
    const second = await oauth.processRefreshTokenResponse(server, client, again);
    const revoked = await oauth.revocationRequest(
      server,
      client,
      authentication,
      second.refresh_token ?? '',
      insecure,
    );
    await oauth.processRevocationResponse(revoked);
    assert.equal(await statusWith(second.access_token), 401);
  });
}

test('simple-oauth2 5 connects, refreshes and revokes', async () => {
  const client = new AuthorizationCode({
    client: { id: app.client_id, secret: app.client_secret },
    auth: {
      tokenHost: world.url,
      tokenPath: '/v1/oauth-token',
      revokePath: '/v1/oauth-revoke',
      authorizePath: '/oauth/authorize',
    },
  });
  const { code_verifier, code_challenge } = makePkce();
  const pkce = { code_challenge, code_challenge_method: 'S256' };
  const url = client.authorizeURL({ redirect_uri, scope: scopes, state: 's', ...pkce });
  const code = (await visit(url)).searchParams.get('code');
  const first = await client.getToken({ code, redirect_uri, code_verifier });
  assert.equal(await statusWith(first.token.access_token), 200);
  const second = await first.refresh();
  assert.equal(await statusWith(second.token.access_token), 200);
  await second.revokeAll();
  assert.equal(await statusWith(second.token.access_token), 401);
});

test('passport-oauth2 connects, and its refresh works', async () => {
  const options = {
    authorizationURL: authorize_url,
    tokenURL: token_url,
    clientID: app.client_id,
    clientSecret: app.client_secret,
    callbackURL: redirect_uri,
    scope: scopes,
    state: true,
    pkce: true,
  };
  type Given = { access_token: string; refresh_token: string };
  const strategy = new PassportStrategy(
    options,
    (access_token: string, refresh_token: string, _profile: unknown, done: (e: null, user: Given) => void) =>
      done(null, { access_token, refresh_token }),
  );
  const session = {};
  const url = await new Promise<string>((resolve, reject) => {
    Object.assign(strategy, { redirect: resolve, error: reject, fail: reject });
    strategy.authenticate({ session, query: {} }, {});
  });
  const query = Object.fromEntries((await visit(url)).searchParams);
  const user = await new Promise<Given>((resolve, reject) => {
    Object.assign(strategy, { success: resolve, error: reject, fail: reject });
    strategy.authenticate({ session, query }, {});
  });
  assert.equal(await statusWith(user.access_token), 200);
  const refreshed = await new Promise<string>((resolve, reject) => {
    strategy._oauth2.getOAuthAccessToken(
      user.refresh_token,
      { grant_type: 'refresh_token' },
      (error: unknown, access_token: string) => (error ? reject(error) : resolve(access_token)),
    );
  });
  assert.equal(await statusWith(refreshed), 200);
  await revokeByHand(refreshed);
  assert.equal(await statusWith(refreshed), 401);
});

for (const authenticationMethod of ['client_secret_post', 'client_secret_basic'] as const) {
  test(`@badgateway/oauth2-client 3 connects, refreshes and revokes by ${authenticationMethod}`, async () => {
    const client = new BadgatewayClient({
      server: world.url,
      clientId: app.client_id,
      clientSecret: app.client_secret,
      authorizationEndpoint: '/oauth/authorize',
      tokenEndpoint: '/v1/oauth-token',
      revocationEndpoint: '/v1/oauth-revoke',
      authenticationMethod,
    });
    const codeVerifier = makePkce().code_verifier;
    const settings = { redirectUri: redirect_uri, codeVerifier, state: 'st' };
    const url = await client.authorizationCode.getAuthorizeUri({ ...settings, scope: scopes });
    const first = await client.authorizationCode.getTokenFromCodeRedirect(await visit(url), settings);
    assert.equal(await statusWith(first.accessToken), 200);
    const second = await client.refreshToken(first);
    assert.equal(await statusWith(second.accessToken), 200);
    await client.revoke(second, 'refresh_token');
    assert.equal(await statusWith(second.accessToken), 401);
  });
}

test('arctic 3 connects, refreshes and revokes', async () => {
  const client = new ArcticClient(app.client_id, app.client_secret, redirect_uri);
  const verifier = generateCodeVerifier();
  const { S256 } = CodeChallengeMethod;
  const url = client.createAuthorizationURLWithPKCE(authorize_url, 'st', S256, verifier, scopes);
  const code = (await visit(url)).searchParams.get('code') ?? '';
  const first = await client.validateAuthorizationCode(token_url, code, verifier);
  assert.equal(await statusWith(first.accessToken()), 200);
  const second = await client.refreshAccessToken(token_url, first.refreshToken(), []);
  assert.equal(await statusWith(second.accessToken()), 200);
  await client.revokeToken(revoke_url, second.refreshToken());
  assert.equal(await statusWith(second.accessToken()), 401);
});

test('client-oauth2 connects and refreshes', async () => {
  const client = new ClientOAuth2({
    clientId: app.client_id,
    clientSecret: app.client_secret,
    accessTokenUri: token_url,
    authorizationUri: authorize_url,
    redirectUri: redirect_uri,
    scopes,
    state: 'st',
  });
  const { code_verifier, code_challenge } = makePkce();
  const url = client.code.getUri({ query: { code_challenge, code_challenge_method: 'S256' } });
  const first = await client.code.getToken((await visit(url)).href, { body: { code_verifier } });
  assert.equal(await statusWith(first.accessToken), 200);
  const second = await first.refresh();
  assert.equal(await statusWith(second.accessToken), 200);
  await revokeByHand(second.refreshToken);
  assert.equal(await statusWith(second.accessToken), 401);
});

test('the MCP SDK finds the server from the API, connects and refreshes', async () => {
  const resource = new URL(`${world.url}/v1`);
  const { authorization_servers = [] } = await discoverOAuthProtectedResourceMetadata(resource);
  const metadata = await discoverAuthorizationServerMetadata(authorization_servers[0] ?? '');
  assert.ok(metadata);
  const clientInformation = { client_id: app.client_id, client_secret: app.client_secret };
  const known = { metadata, clientInformation, resource };
  const { authorizationUrl, codeVerifier } = await startAuthorization(world.url, {
    ...known,
    redirectUrl: redirect_uri,
    scope,
    state: 'st',
  });
  const authorizationCode = (await visit(authorizationUrl)).searchParams.get('code') ?? '';
  const first = await exchangeAuthorization(world.url, {
    ...known,
    authorizationCode,
    codeVerifier,
    redirectUri: redirect_uri,
  });
  assert.equal(await statusWith(first.access_token), 200);
  const second = await refreshAuthorization(world.url, { ...known, refreshToken: first.refresh_token ?? '' });
  assert.equal(await statusWith(second.access_token), 200);
  await revokeByHand(second.refresh_token ?? '');
  assert.equal(await statusWith(second.access_token), 401);
});

test('the literal bodies of the contract connect, refresh and revoke', async () => {
  const { client_id, client_secret } = app;
  const { code_verifier, code_challenge } = makePkce();
  const query = { response_type: 'code', client_id, redirect_uri, scope, state: 'xyz' };
  const pkce = { code_challenge, code_challenge_method: 'S256' };
  const back = await visit(`${authorize_url}?${new URLSearchParams({ ...query, ...pkce }).toString()}`);
  assert.equal(back.searchParams.get('state'), 'xyz');
  const code = back.searchParams.get('code');
  const post = (path: string, body: object) =>
    world.nobody.post(path, body, { Authorization: 'Bearer none', 'Content-Type': 'application/json' });
  const grant_type = 'authorization_code';
  const token = { grant_type, code, redirect_uri, client_id, client_secret, code_verifier };
  const first = await post('/v1/oauth-token', token);
  assert.deepEqual(Object.keys(first.body).toSorted(), [
    'access_token',
    'expires_in',
    'refresh_token',
    'scope',
    'token_type',
  ]);
  const { refresh_token } = first.body;
  const again = { grant_type: 'refresh_token', refresh_token, client_id, client_secret };
  const second = await post('/v1/oauth-token', again);
  assert.equal(await statusWith(second.body.access_token), 200);
  const gone = { token: second.body.refresh_token, client_id, client_secret };
  assert.deepEqual((await post('/v1/oauth-revoke', gone)).body, { success: true });
  assert.equal(await statusWith(second.body.access_token), 401);
});
