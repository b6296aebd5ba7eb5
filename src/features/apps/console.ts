import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import {
  changeApp,
  deleteApp,
  listApps,
  listConnectedAccounts,
  listReviews,
  readApp,
  registerApp,
  rotateSecret,
  submitApp,
} from './apps.ts';
import {
  AppChanges,
  AppConnections,
  AppDeleted,
  AppList,
  AppRef,
  AppReviews,
  AppSecret,
  NewApp,
  OAuthApp,
} from './contract.ts';

const apps = resource(
  '/apps',
  {
    GET: consoleOperation({
      summary: 'List own apps',
      role: 'admin',
      answer: AppList,
      handle: (ctx) => listApps(ctx),
    }),
    POST: consoleOperation({
      summary: 'Register an app',
      role: 'admin',
      body: NewApp,
      answer: AppSecret,
      status: 201,
      handle: (ctx, { body }) => registerApp(ctx, body),
    }),
    PATCH: consoleOperation({
      summary: 'Change an app',
      role: 'admin',
      query: AppRef,
      body: AppChanges,
      answer: OAuthApp,
      handle: (ctx, { query, body }) => changeApp(ctx, query.client_id, body),
    }),
    DELETE: consoleOperation({
      summary: 'Delete an app',
      role: 'admin',
      query: AppRef,
      answer: AppDeleted,
      handle: (ctx, { query }) => deleteApp(ctx, query.client_id),
    }),
  },
  { tag: 'Apps' },
);

const app = resource(
  '/app',
  {
    GET: consoleOperation({
      summary: 'Read an app',
      role: 'admin',
      query: AppRef,
      answer: OAuthApp,
      handle: (ctx, { query }) => readApp(ctx, query.client_id),
    }),
  },
  { tag: 'Apps' },
);

const connected = resource(
  '/app/connections',
  {
    GET: consoleOperation({
      summary: 'List the accounts that connected an app',
      role: 'admin',
      query: AppRef,
      answer: AppConnections,
      handle: async (ctx, { query }) => ({ connections: await listConnectedAccounts(ctx, query.client_id) }),
    }),
  },
  { tag: 'Apps' },
);

const secret = resource(
  '/apps/secret',
  {
    POST: consoleOperation({
      summary: 'Replace the secret of an app',
      role: 'admin',
      query: AppRef,
      answer: AppSecret,
      handle: (ctx, { query }) => rotateSecret(ctx, query.client_id),
    }),
  },
  { tag: 'Apps' },
);

const review = resource(
  '/apps/review',
  {
    GET: consoleOperation({
      summary: 'List the reviews of an app',
      role: 'admin',
      query: AppRef,
      answer: AppReviews,
      handle: async (ctx, { query }) => ({ reviews: await listReviews(ctx, query.client_id) }),
    }),
    POST: consoleOperation({
      summary: 'Submit an app for review',
      role: 'admin',
      query: AppRef,
      answer: OAuthApp,
      handle: (ctx, { query }) => submitApp(ctx, query.client_id),
    }),
  },
  { tag: 'Apps' },
);

export const appsConsole: readonly Resource[] = [apps, app, connected, secret, review];
