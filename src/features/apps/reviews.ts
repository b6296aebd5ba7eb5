import type { Context } from '../../access/context.ts';
import { platformActor, type Platform } from '../../access/platform.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql.ts';
import { audit } from '../audit/audit.ts';
import { endGrantsOfApp } from '../oauth/grants.ts';
import type { AppStatus, OAuthApp, PendingReview } from './contract.ts';
import { queueMail } from '../mail/mail.ts';
import { decisionMail, type Decided } from './letter.ts';
import * as queries from './queries.ts';

/** What the platform's staff does with an app; its owner is told of every decision. */
export type Ruling = { client_id: string; notes?: string };

export function approveApp(platform: Platform, ruling: Ruling): Promise<{ status: AppStatus }> {
  return deciding(platform, ruling, 'approved', async (tx, ctx) => {
    await recordDecision(tx, ctx, ruling, 'approved');
    return 'active';
  });
}

/** The app stays in development; the notes tell what is missing. */
export function sendBackApp(platform: Platform, ruling: Ruling): Promise<{ status: AppStatus }> {
  return deciding(platform, ruling, 'sent_back', async (tx, ctx, app) => {
    if (app.status !== 'development') throw conflict(`status: an app that is ${app.status} is not reviewed`);
    await recordDecision(tx, ctx, ruling, 'sent_back');
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

export function listPendingReviews({ db }: Platform): Promise<PendingReview[]> {
  return queries.listPendingReviews(db);
}

type Owner = Pick<Context, 'account_id' | 'actor' | 'now'>;

async function deciding(
  platform: Platform,
  { client_id, notes }: Ruling,
  decided: Decided,
  decide: (tx: Transaction, owner: Owner, app: OAuthApp) => Promise<AppStatus>,
): Promise<{ status: AppStatus }> {
  const { db, now } = platform;
  return transaction(db, async (tx) => {
    const client = await queries.findClient(tx, client_id);
    const app = client && (await queries.lockApp(tx, client.account_id, client_id));
    if (!app) throw notFound('App');
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
    await queueMail(tx, account_id, decisionMail(maker, app_name, decided, notes, now), now);
}

/** Staff may decide without being asked; the record of it is the same. */
async function recordDecision(
  tx: Transaction,
  { account_id, now }: Owner,
  { client_id, notes }: Ruling,
  decision: 'approved' | 'sent_back',
): Promise<void> {
  await queries.insertReview(tx, account_id, {
    id: newId(now),
    client_id,
    submitted_by: null,
    submitted_at: now,
  });
  await queries.decideReview(tx, account_id, client_id, { decision, notes: notes ?? null, decided_at: now });
}
