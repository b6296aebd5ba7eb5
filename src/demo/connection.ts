import { createHash } from 'node:crypto';
import type { Context } from '../access/context.ts';
import type { RequestServices } from '../access/platform.ts';
import type { SignIn } from '../access/signIn.ts';
import { writeLastUses } from '../access/sql/uses.ts';
import type { CredentialUse } from '../access/uses.ts';
import { registerApp, submitAppForReview } from '../features/apps/apps.ts';
import { approveApp } from '../features/apps/reviews.ts';
import { checkAuthorizeRequest, recordConsentDecision } from '../features/consent/consent.ts';
import { accessTokenCredential } from '../features/oauth/credential.ts';
import { issueTokens } from '../features/oauth/tokens.ts';
import { insertRequests } from '../features/requests/sql/requestLog.ts';
import { signInByLink } from '../features/signin/signIn.ts';
import { findSignIn, signOut } from '../features/signin/signIns.ts';
import { listTasks } from '../features/tasks/tasks.ts';
import { DAY_MS, HOUR_MS } from '../lib/time/clock.ts';
import { hashToken, randomBase62 } from '../access/tokens.ts';
import { requestRowOf } from './calls.ts';
import { DEMO_APPS } from './material.ts';

const HERE = { address: '127.0.0.1', browser: 'Mozilla/5.0 (demo)' };
const USER_AGENT = 'field-planner/1.8';

type Client = { client_id: string; client_secret: string };

/** Seeds two apps: a public one that the demo account has connected and that sends requests, and one in review. */
export async function seedApps(ctx: Context, user_id: string): Promise<void> {
  const [active, waiting] = DEMO_APPS;
  const made = before(ctx, 20 * DAY_MS);
  const client = await registerApp(made, active);
  await submitAppForReview(made, client.client_id);
  const { db, now, tools } = before(ctx, 19 * DAY_MS);
  await approveApp({ db, now, tools }, client);
  const refresh_token = await connect(before(ctx, 6 * DAY_MS), user_id, client);
  await work(before(ctx, 3 * HOUR_MS), client, refresh_token);

  const submitted = await registerApp(ctx, waiting);
  await submitAppForReview(ctx, submitted.client_id);
}

/** Runs the OAuth flow: the admin gives consent, and the app exchanges the code. Returns the refresh token. */
async function connect(ctx: Context, user_id: string, client: Client): Promise<string> {
  const services = servicesOf(ctx);
  const token = await signInByLink(ctx, user_id, HERE);
  const sign_in = await findSignIn(services, token);
  if (!sign_in) throw new Error('the admin of the demo could not sign in');
  const code_verifier = randomBase62(64);
  const code = await allow(ctx, sign_in, client, code_verifier);
  await signOut(ctx, sign_in, sign_in.id);
  const redeemed = { grant_type: 'authorization_code', code, redirect_uri: redirectUri(), code_verifier };
  const { refresh_token } = await issueTokens(guestOf(services), { ...redeemed, ...client });
  return refresh_token;
}

async function allow(
  ctx: Context,
  sign_in: SignIn,
  { client_id }: Client,
  verifier: string,
): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri(),
    scope: DEMO_APPS[0].scopes.join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const visit = {
    ...servicesOf(ctx),
    ...HERE,
    sign_in,
    actAs: () => ctx,
    query,
    raw_query: query.toString(),
    field: () => '',
    form_token: '',
    language: 'en' as const,
    came_from: '',
    is_local: false,
    token: undefined,
  };
  const step = await checkAuthorizeRequest(visit);
  if (step.kind !== 'ask') throw new Error(`the demo app got no consent page: ${step.kind}`);
  const { authorization_id } = step.question;
  const location = await recordConsentDecision(visit, sign_in, { authorization_id, decision: 'allowed' });
  return new URL(location).searchParams.get('code') ?? '';
}

/** The app refreshes its access token and lists the open tasks. */
async function work(ctx: Context, client: Client, refresh_token: string): Promise<void> {
  const services = servicesOf(ctx);
  const request = { grant_type: 'refresh_token', refresh_token, ...client };
  const { access_token } = await issueTokens(guestOf(services), request);
  const uses: CredentialUse[] = [];
  const credential = accessTokenCredential({ note: (use) => void uses.push(use) });
  const presented = { token_hash: hashToken(access_token), now: ctx.now };
  const caller = await credential.identify(ctx.db, ctx.account_id, presented);
  if (!caller) throw new Error('the token of the demo is not valid');

  const answer = await listTasks({ ...ctx, actor: caller.actor }, { limit: 50, offset: 0, status: 'open' });
  const by = { account_id: ctx.account_id, credential_id: caller.credential_id, client_id: client.client_id };
  const look = { method: 'GET', url: '/v1/api-tenant-tasks?limit=50&status=open', status: 200, answer };
  await insertRequests(ctx.db, [requestRowOf({ ...by, user_agent: USER_AGENT }, ctx.now, look)]);
  credential.noteUse(caller, ctx.now);
  await writeLastUses(ctx.db, 'oauth_grants', uses);
}

function redirectUri(): string {
  return DEMO_APPS[0].redirect_uris[0] ?? '';
}

function servicesOf({ db, now, tools }: Context): RequestServices {
  return { db, now, tools, address: HERE.address, databaseFor: () => db };
}

function guestOf(services: RequestServices) {
  return { ...services, address: HERE.address, authorization: [], waited_ms: () => 0 };
}

function before(ctx: Context, ms: number): Context {
  return { ...ctx, now: new Date(ctx.now.getTime() - ms) };
}
