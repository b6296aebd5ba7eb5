import { queryOptions } from '@tanstack/react-query';
import type { ConnectedAccount, AppReview, NewApp, OAuthApp } from '../../../src/features/apps/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationBody, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST_QUERY_OPTIONS, toListPage, toSinglePage } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { ConnectedAccount, AppReview, OAuthApp };
export type Scope = OAuthApp['scopes'][number];
export type AppCredentials = OperationAnswer<'POST /apps'>;

const EVERY_MS = 15_000;

export function appsQuery(filter: OperationQuery<'GET /apps'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['apps', 'list', filter],
    queryFn: ({ signal }) => toListPage('apps', callApi('GET /apps', { query: filter, signal })),
  });
}

export function appQuery(client_id: string) {
  return queryOptions({
    queryKey: ['apps', client_id],
    queryFn: ({ signal }) => callApi('GET /app', { query: { client_id }, signal }),
    refetchInterval: EVERY_MS,
  });
}

export function appReviewsQuery(client_id: string) {
  return queryOptions({
    queryKey: ['apps', client_id, 'reviews'],
    queryFn: async ({ signal }) =>
      (await callApi('GET /apps/review', { query: { client_id }, signal })).reviews,
    refetchInterval: EVERY_MS,
  });
}

export function connectedAccountsQuery(client_id: string) {
  return queryOptions({
    queryKey: ['apps', client_id, 'connections'],
    queryFn: ({ signal }) =>
      toSinglePage('connections', callApi('GET /app/connections', { query: { client_id }, signal })),
    refetchInterval: EVERY_MS,
  });
}

/** Logos have a separate query, because the list of apps is polled and logos are large. */
export const appLogosQuery = queryOptions({
  queryKey: ['app-logos'],
  queryFn: async ({ signal }) => (await callApi('GET /apps/logos', { signal })).logos,
  staleTime: 60_000,
});

export function useSetAppLogo(client_id: string) {
  return useApiMutation(
    (callApi, logo: string) => callApi('PUT /app/logo', { query: { client_id }, body: { logo } }),
    {
      changes: ['app-logos', 'apps', 'connections'],
      says: t('Logo changed'),
      showsErrorsItself: true,
    },
  );
}

export function useRemoveAppLogo(client_id: string) {
  return useApiMutation((callApi) => callApi('DELETE /app/logo', { query: { client_id } }), {
    changes: ['app-logos', 'apps', 'connections'],
    says: t('Logo removed'),
  });
}

export function useRegisterApp(onDone: (made: AppCredentials) => void) {
  return useApiMutation((callApi, app: NewApp) => callApi('POST /apps', { body: app }), {
    changes: ['apps'],
    onDone,
    showsErrorsItself: true,
  });
}

export function useChangeApp(client_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, changes: OperationBody<'PATCH /apps'>) =>
      callApi('PATCH /apps', { query: { client_id }, body: changes }),
    {
      changes: ['apps'],
      says: t('App changed'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useRotateAppSecret(client_id: string, onDone: (made: AppCredentials) => void) {
  return useApiMutation((callApi) => callApi('POST /apps/secret', { query: { client_id } }), {
    changes: ['apps'],
    onDone,
  });
}

export function useSubmitAppForReview(client_id: string) {
  return useApiMutation((callApi) => callApi('POST /apps/review', { query: { client_id } }), {
    changes: ['apps'],
    says: t('App submitted. You get the decision by email.'),
  });
}

export function useDeleteApp(client_id: string, onDone: () => void) {
  return useApiMutation((callApi) => callApi('DELETE /apps', { query: { client_id } }), {
    changes: ['apps'],
    says: t('App deleted'),
    onDone,
  });
}
