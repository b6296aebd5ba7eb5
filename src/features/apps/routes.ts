import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import { pageIn } from '../../lib/sql/paging.ts';
import { changeApp, deleteApp, listApps, readApp, registerApp, rotateAppSecret, submitApp } from './apps.ts';
import {
  AppChanges,
  AppDeleted,
  AppFilter,
  AppPage,
  AppRef,
  AppSecret,
  NewApp,
  OAuthApp,
} from './contract.ts';

const query = { client_id: 'app_4rTq8ZkW2mXv9BnL6cYd1PsG' };
const tag = {
  tag: 'Apps',
  about: 'Own apps: what asks the customers of the platform for access to their accounts.',
};

const all = resource(
  '/apps',
  {
    GET: operation({
      operation_id: 'listApps',
      summary: 'List own apps',
      description: 'Newest first, without deleted ones.',
      scope: 'manage:integrations',
      query: AppFilter,
      answer: AppPage,
      handle: async (ctx, { query }) => {
        const { apps: own } = await listApps(ctx);
        const { shown: apps, ...page } = pageIn(own, query);
        return { apps, ...page };
      },
    }),
    POST: operation({
      operation_id: 'createApp',
      summary: 'Register an app',
      description: `It begins in development. The answer alone holds the secret. ${limitSentence('apps')}`,
      scope: 'manage:integrations',
      body: NewApp,
      answer: AppSecret,
      status: 201,
      is_secret: true,
      example: {
        body: {
          name: 'Shift planner',
          redirect_uris: ['https://planner.example/callback'],
          scopes: ['read:tasks'],
        },
      },
      handle: (ctx, { body }) => registerApp(ctx, body),
    }),
    PATCH: operation({
      operation_id: 'updateApp',
      summary: 'Change an app',
      description:
        'Of a reviewed app the name stays, and redirect URIs and scopes may only become fewer; customers see a new ' +
        'description or homepage after the next review.',
      scope: 'manage:integrations',
      query: AppRef,
      body: AppChanges,
      answer: OAuthApp,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query, body: { homepage: 'https://planner.example' } },
      handle: (ctx, { query, body }) => changeApp(ctx, query.client_id, body),
    }),
    DELETE: operation({
      operation_id: 'deleteApp',
      summary: 'Delete an app',
      description: 'The tokens of the app stop working in every account.',
      scope: 'manage:integrations',
      query: AppRef,
      answer: AppDeleted,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => deleteApp(ctx, query.client_id),
    }),
  },
  tag,
);

const one = resource(
  '/app',
  {
    GET: operation({
      operation_id: 'getApp',
      summary: 'Read an app',
      scope: 'manage:integrations',
      query: AppRef,
      answer: OAuthApp,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => readApp(ctx, query.client_id),
    }),
  },
  tag,
);

const secret = resource(
  '/apps/secret',
  {
    POST: operation({
      operation_id: 'rotateAppSecret',
      summary: 'Replace the secret of an app',
      description: 'The old one stops working at once.',
      scope: 'manage:integrations',
      query: AppRef,
      answer: AppSecret,
      is_secret: true,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => rotateAppSecret(ctx, query.client_id),
    }),
  },
  tag,
);

const review = resource(
  '/apps/review',
  {
    POST: operation({
      operation_id: 'submitApp',
      summary: 'Submit an app for review',
      description: 'Once it is approved, every account can connect it.',
      scope: 'manage:integrations',
      query: AppRef,
      answer: OAuthApp,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query },
      handle: (ctx, { query }) => submitApp(ctx, query.client_id),
    }),
  },
  tag,
);

export const appRoutes: readonly Resource[] = [all, one, secret, review];
