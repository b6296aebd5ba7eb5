import { queryOptions } from '@tanstack/react-query';
import type {
  AppChanges,
  AppConnection,
  AppReview,
  NewApp,
  OAuthApp,
} from '../../../src/features/apps/contract.ts';
import { consoleClient } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import type { Listed } from '../../components/list.ts';

export type { AppConnection, AppReview, OAuthApp };
export type Scope = OAuthApp['scopes'][number];
export type AppSecret = { client_id: string; client_secret: string };

const EVERY_MS = 15_000;

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: async ({ signal }): Promise<Listed<OAuthApp>> => {
    const { apps } = await consoleClient.get<{ apps: OAuthApp[] }>('/apps', {}, signal);
    return { rows: apps, total: apps.length, limit: apps.length, offset: 0 };
  },
});

export function appQuery(client_id: string) {
  return queryOptions({
    queryKey: ['apps', client_id],
    queryFn: ({ signal }) => consoleClient.get<OAuthApp>('/app', { client_id }, signal),
    refetchInterval: EVERY_MS,
  });
}

export function reviewsQuery(client_id: string) {
  return queryOptions({
    queryKey: ['apps', client_id, 'reviews'],
    queryFn: async ({ signal }) =>
      (await consoleClient.get<{ reviews: AppReview[] }>('/apps/review', { client_id }, signal)).reviews,
    refetchInterval: EVERY_MS,
  });
}

export function connectedQuery(client_id: string) {
  return queryOptions({
    queryKey: ['apps', client_id, 'connections'],
    queryFn: async ({ signal }): Promise<Listed<AppConnection>> => {
      const { connections } = await consoleClient.get<{ connections: AppConnection[] }>(
        '/app/connections',
        { client_id },
        signal,
      );
      return { rows: connections, total: connections.length, limit: connections.length, offset: 0 };
    },
    refetchInterval: EVERY_MS,
  });
}

export function useRegisterApp(onDone: (made: AppSecret) => void) {
  return useAct((app: NewApp) => consoleClient.post<AppSecret>('/apps', app), {
    changes: ['apps'],
    onDone,
    shows_errors_itself: true,
  });
}

export function useChangeApp(client_id: string, onDone: () => void) {
  return useAct((changes: AppChanges) => consoleClient.patch<OAuthApp>('/apps', { client_id }, changes), {
    changes: ['apps'],
    says: 'App changed',
    onDone,
    shows_errors_itself: true,
  });
}

export function useRotateAppSecret(client_id: string, onDone: (made: AppSecret) => void) {
  return useAct(() => consoleClient.post<AppSecret>('/apps/secret', undefined, { client_id }), {
    changes: ['apps'],
    onDone,
  });
}

export function useSubmitApp(client_id: string) {
  return useAct(() => consoleClient.post<OAuthApp>('/apps/review', undefined, { client_id }), {
    changes: ['apps'],
    says: 'Submitted: you are told by mail what was decided',
  });
}

export function useDeleteApp(client_id: string, onDone: () => void) {
  return useAct(() => consoleClient.delete('/apps', { client_id }), {
    changes: ['apps'],
    says: 'App deleted',
    onDone,
  });
}
