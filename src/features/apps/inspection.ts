import type { Platform } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { cutPage } from '../../lib/sql/paging.ts';
import type { StaffAppDetail, StaffAppFilter, StaffAppPage } from './contract.ts';
import { compareSubmissions, revisionOf, toSubmission } from './differences.ts';
import { findApp, findClient } from './sql/apps.ts';
import { findLogos } from './sql/logos.ts';
import * as queries from './sql/inspection.ts';

/** Apps of all accounts; those in review first, the longest waiting on top. */
export async function listAppsForStaff({ db }: Platform, filter: StaffAppFilter): Promise<StaffAppPage> {
  const { limit, offset } = filter;
  const found = await queries.listAppsForStaff(db, { ...filter, limit: limit + 1 });
  const { shown, has_more } = cutPage(found, limit);
  return { apps: shown, has_more, limit, offset };
}

export async function readAppForReview({ db, now }: Platform, client_id: string): Promise<StaffAppDetail> {
  const client = await findClient(db, client_id);
  const app = client && (await findApp(db, client.account_id, client_id));
  if (!app) throw notFound('App');
  const { account_id, account_name } = client;
  const submission = toSubmission(app, account_name);
  const [logos, reviews, reach] = await Promise.all([
    findLogos(db, account_id, client_id),
    queries.listReviewsForStaff(db, account_id, client_id),
    queries.measureReach(db, client_id, now),
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
