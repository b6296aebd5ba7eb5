import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from '../../src/access/scopes.ts';
import { registerApp } from '../../src/features/apps/apps.ts';
import { approveApp } from '../../src/features/apps/reviews.ts';
import { openBrowser, type Browser, type BrowserResponse } from '../../support/browser.ts';
import type { Answer } from '../../support/caller.ts';
import type { Tenant, World } from './world.ts';

export const CALLBACK = 'https://app.example.com/callback';

export type TestApp = { client_id: string; client_secret: string; redirect_uri: string };

export async function makeApp(
  world: World,
  owner: Tenant,
  options: { scopes?: Scope[]; redirect_uris?: string[]; active?: boolean; name?: string } = {},
): Promise<TestApp> {
  const { scopes = ['read:tasks', 'write:tasks'], redirect_uris = [CALLBACK], active = true } = options;
  const name = options.name ?? 'Field Planner';
  const app = await registerApp(owner.ctx(), { name, redirect_uris, scopes });
  if (active) await approveApp(world.platform(), { client_id: app.client_id });
  return { ...app, redirect_uri: redirect_uris[0] ?? CALLBACK };
}

export type Pkce = { code_verifier: string; code_challenge: string };

export function makePkce(): Pkce {
  return pkceOf(randomBytes(32).toString('base64url'));
}

export function pkceOf(code_verifier: string): Pkce {
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  return { code_verifier, code_challenge };
}

export function authorizePath(
  app: TestApp,
  pkce: Pkce,
  changes: Record<string, string | undefined> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    scope: 'read:tasks write:tasks',
    state: 'st-1',
    code_challenge: pkce.code_challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const sent = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `/oauth/authorize?${new URLSearchParams(sent as [string, string][]).toString()}`;
}

/** Returns a browser with a signed-in admin. */
export async function adminBrowser(world: World, tenant: Tenant): Promise<Browser> {
  const browser = openBrowser(world.url);
  const shown = await browser.signIn(tenant.admin);
  if (shown.status !== 303) throw new Error(`sign-in answered ${shown.status}`);
  return browser;
}

export async function allowAccess(browser: Browser, path: string): Promise<BrowserResponse> {
  return browser.submit(await browser.get(path), '/oauth/authorize', { decision: 'allowed' });
}

export async function getCode(browser: Browser, app: TestApp, pkce: Pkce, scope?: string): Promise<string> {
  const path = authorizePath(app, pkce, scope === undefined ? {} : { scope });
  const { location = '', status, text } = await allowAccess(browser, path);
  const code = URL.canParse(location) && new URL(location).searchParams.get('code');
  if (!code) throw new Error(`no code: ${status} ${location} ${text}`);
  return code;
}

export function exchange(
  world: World,
  app: TestApp,
  code: string,
  pkce: Pkce,
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  return world.nobody.post('/v1/oauth-token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirect_uri,
    client_id: app.client_id,
    client_secret: app.client_secret,
    code_verifier: pkce.code_verifier,
    ...changes,
  });
}

export function refresh(
  world: World,
  app: TestApp,
  refresh_token: string,
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  const { client_id, client_secret } = app;
  const body = { grant_type: 'refresh_token', refresh_token, client_id, client_secret, ...changes };
  return world.nobody.post('/v1/oauth-token', body);
}

export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number };

export async function connectApp(
  world: World,
  browser: Browser,
  app: TestApp,
  scope?: string,
): Promise<Tokens> {
  const pkce = makePkce();
  const { status, body } = await exchange(world, app, await getCode(browser, app, pkce, scope), pkce);
  if (status !== 200) throw new Error(`token endpoint answered ${status}`);
  return body;
}

/**
 * Opens the environment for testing a client package: an active app, a user who grants access, and a check of its
 * tokens.
 */
export async function openClientStage(world: World) {
  const redirect_uri = 'http://localhost:4444/callback';
  const app = await makeApp(world, await world.account('Maker GmbH'), { redirect_uris: [redirect_uri] });
  const browser = await adminBrowser(world, await world.account('Kunde AG'));
  const scopes = ['read:tasks', 'write:tasks'];
  return {
    app,
    redirect_uri,
    scopes,
    scope: scopes.join(' '),
    authorize_url: `${world.url}/oauth/authorize`,
    token_url: `${world.url}/v1/oauth-token`,
    revoke_url: `${world.url}/v1/oauth-revoke`,
    /** The user allows access; returns the redirect to the app. */
    visit: async (url: URL | string): Promise<URL> => {
      const { pathname, search } = new URL(url);
      const { location = '' } = await allowAccess(browser, pathname + search);
      assert.ok(location.startsWith(redirect_uri), location);
      return new URL(location);
    },
    statusWith: async (access_token: string): Promise<number> => {
      return (await world.as(access_token).get('/v1/api-tenant-tasks')).status;
    },
    revokeByHand: async (token: string): Promise<void> => {
      const { client_id, client_secret } = app;
      const answer = await world.nobody.post('/v1/oauth-revoke', { token, client_id, client_secret });
      assert.equal(answer.status, 200);
    },
  };
}
