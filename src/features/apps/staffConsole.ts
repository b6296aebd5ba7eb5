import { resource, type Resource } from '../../doors/declaration.ts';
import { staffOperation } from '../../doors/session.ts';
import { AppRef, Ruled, Ruling, StaffAppDetail, StaffAppFilter, StaffAppPage } from './contract.ts';
import { listAllApps, readForReview } from './inspection.ts';
import { approveApp, sendBackApp, suspendApp } from './reviews.ts';

const TAG = { tag: 'Staff' };

const apps = resource(
  '/staff/apps',
  {
    GET: staffOperation({
      summary: 'List the apps of all accounts, those that wait for review first',
      query: StaffAppFilter,
      answer: StaffAppPage,
      handle: (staff, { query }) => listAllApps(staff, query),
    }),
  },
  TAG,
);

const app = resource(
  '/staff/app',
  {
    GET: staffOperation({
      summary: 'Read all that a decision on an app needs',
      query: AppRef,
      answer: StaffAppDetail,
      handle: (staff, { query }) => readForReview(staff, query.client_id),
    }),
  },
  TAG,
);

const reviews = resource(
  '/staff/reviews',
  {
    POST: staffOperation({
      summary: 'Decide on an app',
      query: AppRef,
      body: Ruling,
      answer: Ruled,
      handle: (staff, { query: { client_id }, body: { decision, ...words } }) =>
        VERBS[decision](staff, { client_id, ...words }),
    }),
  },
  TAG,
);

const VERBS = { approve: approveApp, send_back: sendBackApp, suspend: suspendApp };

export const appsStaffConsole: readonly Resource[] = [apps, app, reviews];
