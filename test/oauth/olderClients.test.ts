import assert from 'node:assert/strict';
import { test } from 'node:test';
import ClientOAuth2 from 'client-oauth2';
import PassportStrategy from 'passport-oauth2';
import { AuthorizationCode } from 'simple-oauth2';
import { makePkce, openClientStage } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const stage = await openClientStage(world);
const { app, redirect_uri, scopes, visit, statusWith, revokeByHand, authorize_url, token_url } = stage;

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
    strategy['_oauth2'].getOAuthAccessToken(
      user.refresh_token,
      { grant_type: 'refresh_token' },
      (error: unknown, access_token: string) => (error ? reject(error) : resolve(access_token)),
    );
  });
  assert.equal(await statusWith(refreshed), 200);
  await revokeByHand(refreshed);
  assert.equal(await statusWith(refreshed), 401);
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
