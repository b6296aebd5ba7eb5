import { resource, staffOperation, type Resource } from '../../access/operation.ts';
import { AppRef, ReviewList, Ruled, Ruling } from './contract.ts';
import { approveApp, listPendingReviews, sendBackApp, suspendApp } from './reviews.ts';

const reviews = resource(
  '/staff/reviews',
  {
    GET: staffOperation({
      summary: 'List the apps that wait for review',
      answer: ReviewList,
      handle: async (staff) => ({ reviews: await listPendingReviews(staff) }),
    }),
    POST: staffOperation({
      summary: 'Decide on an app',
      query: AppRef,
      body: Ruling,
      answer: Ruled,
      handle: (staff, { query: { client_id }, body: { decision, notes } }) =>
        VERBS[decision](staff, { client_id, ...(notes && { notes }) }),
    }),
  },
  { tag: 'Staff' },
);

const VERBS = { approve: approveApp, send_back: sendBackApp, suspend: suspendApp };

export const appsStaffConsole: readonly Resource[] = [reviews];
