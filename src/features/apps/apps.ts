import { userIdOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { assertNoEditConflict, type ExpectedValues } from '../../access/editConflict.ts';
import { assertBelowLimit } from '../../access/limits/limits.ts';
import { changedMembers, hasNoMembers } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { conflict } from '../../lib/errors.ts';
import { appReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { pageOfWholeList } from '../../lib/sql/paging.ts';
import { withSharedRows } from '../../lib/sql/rowSecurity.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken, randomBase62 } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findLastChange } from '../../audit/lastChange.ts';
import { revokeGrantsOfDeletedApp } from '../oauth/grants.ts';
import type {
  AppChanges,
  AppFilter,
  AppPage,
  AppReview,
  ConnectedAccount,
  NewApp,
  OAuthApp,
  PublishedApp,
} from './contract.ts';
import * as queries from './sql/apps.ts';
import { findAppLogos, type AppLogos } from './sql/logos.ts';
import { hasChangesSinceReview, toSubmission } from './differences.ts';
import { assertHomepage, assertRedirectUris, assertReviewedFieldsUnchanged } from './registration.ts';

export type AppCredentials = { client_id: string; client_secret: string };

/** Registers an app. Only this response contains the secret; the database stores its hash. */
export async function registerApp(ctx: Context, input: NewApp): Promise<AppCredentials> {
  assertRedirectUris(input.redirect_uris);
  assertHomepage(input.homepage);
  const client_id = `app_${randomBase62(24)}`;
  const { client_secret, ...secret } = makeSecret(ctx.account_id);

  const row = { client_id, description: '', homepage: '', ...input, ...secret };
  return transaction(ctx.db, async (tx) => {
    await assertBelowLimit(tx, ctx, 'apps');
    await queries.insertApp(tx, ctx.account_id, {
      ...row,
      created_by: userIdOf(ctx.actor),
      created_at: ctx.now,
    });
    const details = { name: input.name, scopes: input.scopes };
    await recordAudit(tx, ctx, { action: 'app.registered', target_id: client_id, details });
    return { client_id, client_secret };
  });
}

/** Replaces the secret of an app; the old secret stops working immediately. */
export async function rotateAppSecret(ctx: Context, client_id: string): Promise<AppCredentials> {
  const { client_secret, ...secret } = makeSecret(ctx.account_id);
  return withLockedApp(ctx, client_id, async (tx) => {
    await queries.updateApp(tx, ctx.account_id, client_id, secret);
    await recordAudit(tx, ctx, { action: 'app.secret_rotated', target_id: client_id });
    return { client_id, client_secret };
  });
}

/** With `expected`, fails with a 409 if another edit has changed one of these values meanwhile. */
export async function changeApp(
  ctx: Context,
  client_id: string,
  changes: AppChanges,
  expected?: ExpectedValues,
): Promise<OAuthApp> {
  assertRedirectUris(changes.redirect_uris);
  assertHomepage(changes.homepage);
  return changeLockedApp(ctx, client_id, async (tx, app) => {
    const record = { target_id: client_id, actions: ['app.changed'] };
    await assertNoEditConflict({
      expected,
      changes,
      current: app,
      findLastChange: (members) => findLastChange(tx, ctx.account_id, record, members),
    });
    assertReviewedFieldsUnchanged(app, changes);
    const changed = changedMembers(app, changes);
    if (hasNoMembers(changed)) return;
    await queries.updateApp(tx, ctx.account_id, client_id, changed);
    const details = { members: Object.keys(changed) };
    await recordAudit(tx, ctx, { action: 'app.changed', target_id: client_id, details });
  });
}

export async function submitAppForReview(ctx: Context, client_id: string): Promise<OAuthApp> {
  const id = newId(ctx.now);
  return changeLockedApp(ctx, client_id, async (tx, app) => {
    const client = await queries.findOAuthClient(tx, client_id);
    const submitted = toSubmission(app, client?.account_name ?? '');
    assertReviewable(app, submitted, await findAppLogos(tx, ctx.account_id, client_id));
    const review = { id, client_id, submitted_by: userIdOf(ctx.actor), submitted_at: ctx.now, submitted };
    if (!(await queries.insertReview(tx, ctx.account_id, review)))
      throw conflict('review', appReasons.review_waiting);
    await recordAudit(tx, ctx, { action: 'app.submitted', target_id: client_id });
  });
}

/** An active app can be submitted again, so that customers see its changes. */
function assertReviewable(app: OAuthApp, published: PublishedApp, logos: AppLogos): void {
  if (app.status === 'development') return;
  if (app.status === 'suspended')
    throw conflict('status', appReasons.app_not_reviewed({ status: app.status }));
  if (!hasChangesSinceReview(app, published) && logos.logo === logos.reviewed_logo)
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
    await revokeGrantsOfDeletedApp(tx, client_id, now);
    await recordAudit(tx, ctx, { action: 'app.deleted', target_id: client_id });
  });
  return { deleted: true };
}

export async function readApp({ db, account_id }: Context, client_id: string): Promise<OAuthApp> {
  const app = await queries.findApp(db, account_id, client_id);
  if (!app) throw notFound('App');
  return app;
}

/** An account has few apps (`access/limits/table.ts`), so they are paged in memory. */
export async function listAppPage({ db, account_id }: Context, filter: AppFilter): Promise<AppPage> {
  const { search, status, sort } = filter;
  const found = await queries.listApps(db, account_id, search);
  const wanted = found.filter((app) => status === undefined || shownStatus(app) === status);
  const byName = (one: OAuthApp, other: OAuthApp) => one.name.localeCompare(other.name, 'en');
  return pageOfWholeList('apps', sort === 'name' ? wanted.toSorted(byName) : wanted, filter);
}

function shownStatus({ status, review }: OAuthApp): AppFilter['status'] {
  return status === 'development' && review?.decision === null ? 'in_review' : status;
}

/** Lists the reviews of an app, newest first. */
export async function listAppReviews(ctx: Context, client_id: string): Promise<AppReview[]> {
  await readApp(ctx, client_id);
  return queries.listAppReviews(ctx.db, ctx.account_id, client_id);
}

/** Lists the accounts that connected the app, newest first. */
export async function listConnectedAccounts(ctx: Context, client_id: string): Promise<ConnectedAccount[]> {
  await readApp(ctx, client_id);
  return queries.listConnectedAccounts(withSharedRows(ctx.db), ctx.account_id, client_id);
}

type Held<T> = (tx: Transaction, app: OAuthApp) => Promise<T>;

/** Runs `work` with the locked app and returns the app after the change. */
function changeLockedApp(ctx: Context, client_id: string, work: Held<void>): Promise<OAuthApp> {
  return withLockedApp(ctx, client_id, async (tx, app) => {
    await work(tx, app);
    return (await queries.findApp(tx, ctx.account_id, client_id)) ?? app;
  });
}

function withLockedApp<T>({ db, account_id }: Context, client_id: string, work: Held<T>): Promise<T> {
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
