import type { Context } from '../../access/context.ts';
import { platformActor, type PlatformContext } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { conflict } from '../../lib/errors.ts';
import { appReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { resumeEndpointsOfReinstatedApp, revokeGrantsOfSuspendedApp } from '../oauth/grants.ts';
import { languageOfRecipients } from '../mail/language.ts';
import { queueMail } from '../mail/mail.ts';
import { isMailToRecipientAllowed } from '../mail/quota.ts';
import type { AppStatus, OAuthApp } from './contract.ts';
import { toPublishedApp, revisionOf, toSubmission } from './differences.ts';
import { reviewDecisionMail, type ReviewOutcome, type ReviewDecision } from './reviewDecisionMail.ts';
import * as queries from './sql/apps.ts';
import { findAppLogos, publishAppLogo } from './sql/logos.ts';

/** A decision of the staff about an app. The admins of its account get a mail. */
export type ReviewDecisionInput = {
  client_id: string;
  notes?: string;
  /** The revision that was reviewed; defaults to the current one. */
  revision?: string;
};

/** Approves an app in review, so that all customers can connect it, or reinstates a suspended app. */
export function approveApp(platform: PlatformContext, decision: ReviewDecisionInput): Promise<ReviewResult> {
  return runDecision(platform, decision, (tx, owner, app) =>
    app.status === 'suspended' ? reinstate(tx, owner, app) : approve(tx, owner, app, decision.notes),
  );
}

async function approve(tx: Transaction, owner: Owner, app: OAuthApp, notes?: string): Promise<Outcome> {
  await recordDecision(tx, owner, app, { decision: 'approved', notes });
  await publishReviewedApp(tx, owner, app);
  return { decided: 'approved', status: 'active' };
}

/** Makes a suspended app active again with its last reviewed version. Customers must connect it again. */
async function reinstate(tx: Transaction, owner: Owner, app: OAuthApp): Promise<Outcome> {
  if (!app.reviewed) await publishReviewedApp(tx, owner, app);
  return {
    decided: 'reinstated',
    status: 'active',
    follow: () => resumeEndpointsOfReinstatedApp(tx, app.client_id),
  };
}

async function publishReviewedApp(
  tx: Transaction,
  { account_id, owner_name }: Owner,
  app: OAuthApp,
): Promise<void> {
  const reviewed = toPublishedApp(toSubmission(app, owner_name));
  await publishAppLogo(tx, account_id, app.client_id);
  await queries.updateApp(tx, account_id, app.client_id, { reviewed });
}

/** Returns an app with notes to its developers. The status and the published version of the app do not change. */
export function sendBackApp(platform: PlatformContext, decision: ReviewDecisionInput): Promise<ReviewResult> {
  return runDecision(platform, decision, async (tx, owner, app) => {
    if (app.status === 'suspended' || (app.status === 'active' && !isWaiting(app)))
      throw conflict('status', appReasons.app_not_reviewed({ status: app.status }));
    await recordDecision(tx, owner, app, { decision: 'sent_back', notes: decision.notes });
    return { decided: 'sent_back', status: app.status };
  });
}

/** Suspends an app and revokes all its tokens. After a reinstatement, customers must connect it again. */
export function suspendApp(platform: PlatformContext, decision: ReviewDecisionInput): Promise<ReviewResult> {
  return runDecision(platform, decision, async (tx, { now }, app) => {
    if (app.status !== 'active')
      throw conflict('status', appReasons.only_active_suspended({ state: IS[app.status] }));
    return {
      decided: 'suspended',
      status: 'suspended',
      follow: () => revokeGrantsOfSuspendedApp(tx, decision.client_id, now),
    };
  });
}

const IS = { development: 'in development', suspended: 'suspended already' };

type Owner = Pick<Context, 'account_id' | 'actor' | 'now'> & { owner_name: string; by_operator: boolean };
type ReviewResult = { status: AppStatus };
type Outcome = ReviewResult & {
  decided: ReviewOutcome;
  /** Applies the decision to all accounts, after the app itself is written. */
  follow?: () => Promise<void>;
};

async function runDecision(
  platform: PlatformContext,
  { client_id, notes, revision }: ReviewDecisionInput,
  decide: (tx: Transaction, owner: Owner, app: OAuthApp) => Promise<Outcome>,
): Promise<ReviewResult> {
  return transaction(platform.db, async (tx) => {
    const { owner, app } = await lockForDecision(tx, platform, client_id);
    if (revision !== undefined && revision !== (await readRevision(tx, owner, app)))
      throw conflict('revision', appReasons.app_changed_meanwhile);
    const { decided, status, follow } = await decide(tx, owner, app);
    await queries.updateApp(tx, owner.account_id, client_id, { status });
    await follow?.();
    await recordAudit(tx, owner, {
      action: `app.${decided}`,
      target_id: client_id,
      details: { notes: notes ?? null },
    });
    await notifyAdmins(tx, owner, { app_name: app.name, decided, notes });
    return { status };
  });
}

async function readRevision(
  tx: Transaction,
  { account_id, owner_name }: Owner,
  app: OAuthApp,
): Promise<string> {
  const { logo } = await findAppLogos(tx, account_id, app.client_id);
  return revisionOf(toSubmission(app, owner_name), logo);
}

async function lockForDecision(tx: Transaction, platform: PlatformContext, client_id: string) {
  const client = await queries.findOAuthClient(tx, client_id);
  const app = client && (await queries.lockApp(tx, client.account_id, client_id));
  if (!app) throw notFound('App');
  const owner: Owner = {
    account_id: client.account_id,
    owner_name: client.account_name,
    actor: platformActor(platform),
    by_operator: platform.staff_id === undefined,
    now: platform.now,
  };
  return { owner, app };
}

async function notifyAdmins(
  tx: Transaction,
  { account_id, now }: Owner,
  decision: ReviewDecision,
): Promise<void> {
  for (const maker of await queries.listAppAdmins(tx, account_id))
    if (await isMailToRecipientAllowed(tx, account_id, maker.email, now)) {
      const language = await languageOfRecipients(tx, account_id, [maker.id]);
      await queueMail(tx, account_id, reviewDecisionMail({ ...maker, language }, decision, now), now);
    }
}

/** The operator may decide on an app that was not submitted; staff decide only on submitted ones. */
async function recordDecision(
  tx: Transaction,
  owner: Owner,
  app: OAuthApp,
  { decision, notes = null }: { decision: 'approved' | 'sent_back'; notes?: string | null | undefined },
): Promise<void> {
  const { account_id, now } = owner;
  const { client_id } = app;
  const submitted = toSubmission(app, owner.owner_name);
  if (!isWaiting(app)) {
    if (!owner.by_operator) throw conflict('review', appReasons.app_not_submitted);
    const review = { id: newId(now), client_id, submitted_by: null, submitted_at: now, submitted };
    await queries.insertReview(tx, account_id, review);
    await recordAudit(tx, owner, { action: 'app.submitted', target_id: client_id });
  }
  await queries.decideReview(tx, account_id, client_id, { decision, notes, decided_at: now, submitted });
}

function isWaiting({ review }: OAuthApp): boolean {
  return review !== null && review.decision === null;
}
