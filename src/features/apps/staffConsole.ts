import { serve } from '../../doors/signIn.ts';
import { appsStaffApi } from './contract.ts';
import { listAppsForStaff, readAppForReview } from './inspection.ts';
import { approveApp, sendBackApp, suspendApp } from './reviews.ts';

export const appsStaffConsole = serve(appsStaffApi, {
  'GET /staff/apps': (staff, { query }) => listAppsForStaff(staff, query),
  'GET /staff/app': (staff, { query }) => readAppForReview(staff, query.client_id),
  'POST /staff/reviews': (staff, { query: { client_id }, body: { decision, ...words } }) =>
    VERBS[decision](staff, { client_id, ...words }),
});

const VERBS = { approve: approveApp, send_back: sendBackApp, suspend: suspendApp };
