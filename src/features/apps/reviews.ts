import type { Context } from '../../access/context.ts';
import { platformActor, type Platform } from '../../access/platform.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql.ts';
import { audit } from '../audit/audit.ts';
import { endGrantsOfApp } from '../oauth/grants.ts';
import { queueMail } from '../mail/mail.ts';
import { mayMail } from '../mail/quota/quota.ts';
import type { AppStatus, OAuthApp } from './contract.ts';
import { revisionOf, submissionOf } from './differences.ts';
import { decisionMail, type Decided } from './letter.ts';
import * as queries from './queries.ts';

/** What the platform's staff does with an app; its owner is told of every decision. */
export type Ruling = {
  client_id: string;
  notes?: string;
  /** What the reviewer looked at; without it, whatever the app is now. */
  revision?: string;
};

export function approveApp(platform: Platform, ruling: Ruling): Promise<{ status: AppStatus }> {
  return deciding(platform, ruling, 'approved', async (tx, ctx, app) => {
    await recordDecision(tx, ctx, app, { ...ruling, decision: 'approved' });
    return 'active';
  });
}

/** The app stays in development; the notes tell what is missing. */
export function sendBackApp(platform: Platform, ruling: Ruling): Promise<{ status: AppStatus }> {
  return deciding(platform, ruling, 'sent_back', async (tx, ctx, app) => {
    if (app.status !== 'development') throw conflict(`status: an app that is ${app.status} is not reviewed`);
    await recordDecision(tx, ctx, app, { ...ruling, decision: 'sent_back' });
    return 'development';
  });
}

/** All tokens of the app stop working with this commit, on every node; connected customers have to ask again. */
export function suspendApp(platform: Platform, ruling: Ruling): Promise<{ status: AppStatus }> {
  return deciding(platform, ruling, 'suspended', async (tx, { now }) => {
    await endGrantsOfApp(tx, ruling.client_id, now);
    return 'suspended';
  });
}

type Owner = Pick<Context, 'account_id' | 'actor' | 'now'>;

async function deciding(
  platform: Platform,
  { client_id, notes, revision }: Ruling,
  decided: Decided,
  decide: (tx: Transaction, owner: Owner, app: OAuthApp) => Promise<AppStatus>,
): Promise<{ status: AppStatus }> {
  const { db, now } = platform;
  return transaction(db, async (tx) => {
    const client = await queries.findClient(tx, client_id);
    const app = client && (await queries.lockApp(tx, client.account_id, client_id));
    if (!app) throw notFound('App');
    if (revision !== undefined && revision !== revisionOf(app))
      throw conflict('revision: the app has changed since you looked at it, look again');
    const owner: Owner = { account_id: client.account_id, actor: platformActor(platform), now };
    const status = await decide(tx, owner, app);
    await queries.updateApp(tx, client.account_id, client_id, { status });
    await audit(tx, owner, {
      action: `app.${decided}`,
      target_id: client_id,
      details: { notes: notes ?? null },
    });
    await tellMakers(tx, owner, { app_name: app.name, decided, notes });
    return { status };
  });
}

type Telling = { app_name: string; decided: Decided; notes: string | undefined };

async function tellMakers(
  tx: Transaction,
  { account_id, now }: Owner,
  { app_name, decided, notes }: Telling,
): Promise<void> {
  for (const maker of await queries.listMakers(tx, account_id))
    if (await mayMail(tx, account_id, maker.email, now))
      await queueMail(tx, account_id, decisionMail(maker, app_name, decided, notes, now), now);
}

/** Staff may decide without being asked; the record of it is the same. */
async function recordDecision(
  tx: Transaction,
  { account_id, now }: Owner,
  app: OAuthApp,
  { decision, notes = null }: { decision: 'approved' | 'sent_back'; notes?: string | null },
): Promise<void> {
  const { client_id } = app;
  const submitted = submissionOf(app);
  const review = { id: newId(now), client_id, submitted_by: null, submitted_at: now, submitted };
  await queries.insertReview(tx, account_id, review);
  await queries.decideReview(tx, account_id, client_id, { decision, notes, decided_at: now, submitted });
}
