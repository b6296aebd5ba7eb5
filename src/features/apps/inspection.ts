import type { PlatformContext } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { cutPage } from '../../lib/sql/paging.ts';
import type { AppDetailForStaff, AppFilterForStaff, AppPageForStaff } from './contract.ts';
import { compareSubmissions, revisionOf, toSubmission } from './differences.ts';
import { findApp, findOAuthClient } from './sql/apps.ts';
import { findAppLogos } from './sql/logos.ts';
import * as queries from './sql/inspection.ts';

/** Lists apps of all accounts. Apps in review come first, the longest waiting one on top. */
export async function listAppsForStaff(
  { db }: PlatformContext,
  filter: AppFilterForStaff,
): Promise<AppPageForStaff> {
  const { limit, offset } = filter;
  const found = await queries.listAppsForStaff(db, { ...filter, limit: limit + 1 });
  const { shown, has_more } = cutPage(found, limit);
  return { apps: shown, has_more, limit, offset };
}

export async function readAppForReview(
  { db, now }: PlatformContext,
  client_id: string,
): Promise<AppDetailForStaff> {
  const client = await findOAuthClient(db, client_id);
  const app = client && (await findApp(db, client.account_id, client_id));
  if (!app) throw notFound('App');
  const { account_id, account_name } = client;
  const submission = toSubmission(app, account_name);
  const [logos, reviews, reach] = await Promise.all([
    findAppLogos(db, account_id, client_id),
    queries.listReviewsForStaff(db, account_id, client_id),
    queries.countAppReach(db, client_id, now),
  ]);
  const last = reviews.find(({ decision, submitted }) => submitted && decision);
  return {
    app,
    ...logos,
    account: { id: account_id, name: account_name },
    revision: revisionOf(submission, logos.logo),
    differences: last?.submitted ? compareSubmissions(last.submitted, submission) : null,
    reviews,
    reach,
  };
}
