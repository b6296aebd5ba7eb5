import { userOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { assertRoom } from '../../access/limits/limits.ts';
import { changedMembers, isEmpty } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { conflict } from '../../lib/errors.ts';
import { appReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { seeingShared } from '../../lib/sql/rowSecurity.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken, randomBase62 } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import { endGrantsOfApp } from '../oauth/grants.ts';
import type { AppChanges, ConnectedAccount, AppReview, AppFace, NewApp, OAuthApp } from './contract.ts';
import * as queries from './sql/apps.ts';
import { findLogos, type AppLogos } from './sql/logos.ts';
import { hasNewFace, toSubmission } from './differences.ts';
import { assertHomepage, assertRedirectUris, assertReviewedUnchanged } from './registration.ts';

export type NewSecret = { client_id: string; client_secret: string };

/** Only this answer holds the secret. */
export async function registerApp(ctx: Context, input: NewApp): Promise<NewSecret> {
  assertRedirectUris(input.redirect_uris);
  assertHomepage(input.homepage);
  const client_id = `app_${randomBase62(24)}`;
  const { client_secret, ...secret } = makeSecret(ctx.account_id);

  const row = { client_id, description: '', homepage: '', ...input, ...secret };
  return transaction(ctx.db, async (tx) => {
    await assertRoom(tx, ctx, 'apps');
    await queries.insertApp(tx, ctx.account_id, {
      ...row,
      created_by: userOf(ctx.actor),
      created_at: ctx.now,
    });
    const details = { name: input.name, scopes: input.scopes };
    await recordAudit(tx, ctx, { action: 'app.registered', target_id: client_id, details });
    return { client_id, client_secret };
  });
}

/** The old secret stops working at once. */
export async function rotateAppSecret(ctx: Context, client_id: string): Promise<NewSecret> {
  const { client_secret, ...secret } = makeSecret(ctx.account_id);
  return holding(ctx, client_id, async (tx) => {
    await queries.updateApp(tx, ctx.account_id, client_id, secret);
    await recordAudit(tx, ctx, { action: 'app.secret_rotated', target_id: client_id });
    return { client_id, client_secret };
  });
}

export async function changeApp(ctx: Context, client_id: string, changes: AppChanges): Promise<OAuthApp> {
  assertRedirectUris(changes.redirect_uris);
  assertHomepage(changes.homepage);
  return changing(ctx, client_id, async (tx, app) => {
    assertReviewedUnchanged(app, changes);
    const changed = changedMembers(app, changes);
    if (isEmpty(changed)) return;
    await queries.updateApp(tx, ctx.account_id, client_id, changed);
    const details = { members: Object.keys(changed) };
    await recordAudit(tx, ctx, { action: 'app.changed', target_id: client_id, details });
  });
}

export async function submitApp(ctx: Context, client_id: string): Promise<OAuthApp> {
  const id = newId(ctx.now);
  return changing(ctx, client_id, async (tx, app) => {
    const client = await queries.findClient(tx, client_id);
    const submitted = toSubmission(app, client?.account_name ?? '');
    assertReviewable(app, submitted, await findLogos(tx, ctx.account_id, client_id));
    const review = { id, client_id, submitted_by: userOf(ctx.actor), submitted_at: ctx.now, submitted };
    if (!(await queries.insertReview(tx, ctx.account_id, review)))
      throw conflict('review', appReasons.review_waiting);
    await recordAudit(tx, ctx, { action: 'app.submitted', target_id: client_id });
  });
}

/** An active app can be submitted again to show changes to customers. */
function assertReviewable(app: OAuthApp, face: AppFace, logos: AppLogos): void {
  if (app.status === 'development') return;
  if (app.status === 'suspended')
    throw conflict('status', appReasons.app_not_reviewed({ status: app.status }));
  if (!hasNewFace(app, face) && logos.logo === logos.reviewed_logo)
    throw conflict('status', appReasons.nothing_to_review);
}

/** Revokes every token of the app in every account. */
export async function deleteApp(ctx: Context, client_id: string): Promise<{ deleted: true }> {
  const { db, account_id, now } = ctx;
  await transaction(db, async (tx) => {
    if (!(await queries.lockApp(tx, account_id, client_id))) throw notFound('App');
    await queries.decideReview(tx, account_id, client_id, {
      decision: 'withdrawn',
      notes: null,
      decided_at: now,
    });
    await queries.updateApp(tx, account_id, client_id, { deleted_at: now });
    await endGrantsOfApp(tx, client_id, now);
    await recordAudit(tx, ctx, { action: 'app.deleted', target_id: client_id });
  });
  return { deleted: true };
}

export async function readApp({ db, account_id }: Context, client_id: string): Promise<OAuthApp> {
  const app = await queries.findApp(db, account_id, client_id);
  if (!app) throw notFound('App');
  return app;
}

export async function listApps({ db, account_id }: Context): Promise<{ apps: OAuthApp[] }> {
  return { apps: await queries.listApps(db, account_id) };
}

/** Newest first. */
export async function listReviews(ctx: Context, client_id: string): Promise<AppReview[]> {
  await readApp(ctx, client_id);
  return queries.listReviews(ctx.db, ctx.account_id, client_id);
}

/** The accounts that connected the app, newest first. */
export async function listConnectedAccounts(ctx: Context, client_id: string): Promise<ConnectedAccount[]> {
  await readApp(ctx, client_id);
  return queries.listConnectedAccounts(seeingShared(ctx.db), ctx.account_id, client_id);
}

type Held<T> = (tx: Transaction, app: OAuthApp) => Promise<T>;

/** Answers with the app as it is afterwards. */
function changing(ctx: Context, client_id: string, work: Held<void>): Promise<OAuthApp> {
  return holding(ctx, client_id, async (tx, app) => {
    await work(tx, app);
    return (await queries.findApp(tx, ctx.account_id, client_id)) ?? app;
  });
}

function holding<T>({ db, account_id }: Context, client_id: string, work: Held<T>): Promise<T> {
  return transaction(db, async (tx) => {
    const app = await queries.lockApp(tx, account_id, client_id);
    if (!app) throw notFound('App');
    return work(tx, app);
  });
}

function makeSecret(account_id: string) {
  const client_secret = makeToken('tos_', account_id);
  return { client_secret, secret_hash: hashToken(client_secret), secret_last4: client_secret.slice(-4) };
}
