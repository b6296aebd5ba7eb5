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
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';

import { makePkce, openClientStage } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const stage = await openClientStage(world);
const { app, redirect_uri, scopes, scope, visit, statusWith, revokeByHand } = stage;
const { authorize_url, token_url, revoke_url } = stage;

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
