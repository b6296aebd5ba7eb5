import { limitSentence } from '../../access/limits/table.ts';
import { publishToApi } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import {
  changeApp,
  deleteApp,
  listAppPage,
  listConnectedAccounts,
  listAppReviews,
  readApp,
  registerApp,
  rotateAppSecret,
  submitAppForReview,
} from './apps.ts';
import { AppChanges, appsApi, appsStaffApi } from './contract.ts';
import { listAppsForStaff, readAppForReview } from './inspection.ts';
import { approveApp, sendBackApp, suspendApp } from './reviews.ts';

export const appsDashboardRoutes = serveDashboardApi(appsApi, {
  'GET /apps': (ctx, { query }) => listAppPage(ctx, query),
  'POST /apps': (ctx, { body }) => registerApp(ctx, body),
  'PATCH /apps': (ctx, { query, body: { expected, ...changes } }) =>
    changeApp(ctx, query.client_id, changes, expected),
  'DELETE /apps': (ctx, { query }) => deleteApp(ctx, query.client_id),
  'GET /app': (ctx, { query }) => readApp(ctx, query.client_id),
  'GET /app/connections': async (ctx, { query }) => ({
    connections: await listConnectedAccounts(ctx, query.client_id),
  }),
  'POST /apps/secret': (ctx, { query }) => rotateAppSecret(ctx, query.client_id),
  'GET /apps/review': async (ctx, { query }) => ({ reviews: await listAppReviews(ctx, query.client_id) }),
  'POST /apps/review': (ctx, { query }) => submitAppForReview(ctx, query.client_id),
});

export const appsStaffDashboardRoutes = serveDashboardApi(appsStaffApi, {
  'GET /staff/apps': (staff, { query }) => listAppsForStaff(staff, query),
  'GET /staff/app': (staff, { query }) => readAppForReview(staff, query.client_id),
  'POST /staff/reviews': (staff, { query: { client_id }, body: { decision, ...words } }) =>
    VERBS[decision](staff, { client_id, ...words }),
});

const query = { client_id: 'app_4rTq8ZkW2mXv9BnL6cYd1PsG' };
const tag = {
  tag: 'Apps',
  about: "The account's OAuth apps, which ask customers of the platform for access to their accounts.",
};

export const appRoutes = groupIntoResources(tag, {
  ...publishToApi(appsDashboardRoutes, {
    'GET /apps': {
      operation_id: 'listApps',
      summary: 'List own apps',
      description: 'Newest first unless `sort` is set, without deleted apps.',
      scope: 'manage:integrations',
    },
    'POST /apps': {
      operation_id: 'createApp',
      summary: 'Register an app',
      description:
        'The app starts in development. Only this response contains the client secret. ' +
        limitSentence('apps'),
      scope: 'manage:integrations',
      is_secret: true,
      example: {
        body: {
          name: 'Shift planner',
          redirect_uris: ['https://planner.example/callback'],
          scopes: ['read:tasks'],
        },
      },
    },
    'PATCH /apps': {
      operation_id: 'updateApp',
      summary: 'Change an app',
      description:
        'The name of a reviewed app cannot change, and its redirect URIs and scopes can only be removed. ' +
        'Customers see a new description or homepage after the next review.',
      scope: 'manage:integrations',
      body: AppChanges,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query, body: { homepage: 'https://planner.example' } },
    },
    'DELETE /apps': {
      operation_id: 'deleteApp',
      summary: 'Delete an app',
      description: 'The tokens of the app stop working in every account.',
      scope: 'manage:integrations',
      errors: ['NOT_FOUND'],
      example: { query },
    },
    'GET /app': {
      operation_id: 'getApp',
      summary: 'Read an app',
      scope: 'manage:integrations',
      errors: ['NOT_FOUND'],
      example: { query },
    },
    'POST /apps/secret': {
      operation_id: 'rotateAppSecret',
      summary: 'Replace the secret of an app',
      description: 'The old secret stops working immediately.',
      scope: 'manage:integrations',
      is_secret: true,
      errors: ['NOT_FOUND'],
      example: { query },
    },
    'POST /apps/review': {
      operation_id: 'submitApp',
      summary: 'Submit an app for review',
      description: 'After the approval, every account can connect the app.',
      scope: 'manage:integrations',
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query },
    },
  }),
});

const VERBS = { approve: approveApp, send_back: sendBackApp, suspend: suspendApp };
