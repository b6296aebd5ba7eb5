import { queryOptions } from '@tanstack/react-query';
import type {
  AppChanges,
  ConnectedAccount,
  AppReview,
  NewApp,
  OAuthApp,
} from '../../../src/features/apps/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import type { ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { ConnectedAccount, AppReview, OAuthApp };
export type Scope = OAuthApp['scopes'][number];
export type AppSecret = OperationAnswer<'POST /apps'>;

const EVERY_MS = 15_000;

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: async ({ signal }): Promise<ListPageData<OAuthApp>> => {
    const { apps } = await callApi('GET /apps', { signal });
    return { rows: apps, total: apps.length, limit: apps.length, offset: 0 };
  },
});

export function appQuery(client_id: string) {
  return queryOptions({
    queryKey: ['apps', client_id],
    queryFn: ({ signal }) => callApi('GET /app', { query: { client_id }, signal }),
    refetchInterval: EVERY_MS,
  });
}

export function reviewsQuery(client_id: string) {
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
    queryFn: async ({ signal }): Promise<ListPageData<ConnectedAccount>> => {
      const { connections } = await callApi('GET /app/connections', { query: { client_id }, signal });
      return { rows: connections, total: connections.length, limit: connections.length, offset: 0 };
    },
    refetchInterval: EVERY_MS,
  });
}

/** Apart from the apps, which are asked for again and again. */
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

export function useRegisterApp(onDone: (made: AppSecret) => void) {
  return useApiMutation((callApi, app: NewApp) => callApi('POST /apps', { body: app }), {
    changes: ['apps'],
    onDone,
    showsErrorsItself: true,
  });
}

export function useChangeApp(client_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, changes: AppChanges) => callApi('PATCH /apps', { query: { client_id }, body: changes }),
    {
      changes: ['apps'],
      says: t('App changed'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useRotateAppSecret(client_id: string, onDone: (made: AppSecret) => void) {
  return useApiMutation((callApi) => callApi('POST /apps/secret', { query: { client_id } }), {
    changes: ['apps'],
    onDone,
  });
}

export function useSubmitApp(client_id: string) {
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
