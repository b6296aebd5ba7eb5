import { queryOptions } from '@tanstack/react-query';
import type { Deletion } from '../../../src/features/deletions/contract.ts';
import type { CatalogueEntry } from '../../../src/features/procedures/contract.ts';
import type { SkillCalls } from '../../../src/features/sessions/browse/contract.ts';
import type {
  Session,
  SessionChanges,
  SessionDeleted,
  SessionDetail,
} from '../../../src/features/sessions/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { filterToInstants } from '../../format/format.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { CatalogueEntry, Deletion, Session, SessionChanges, SessionDetail };

export type SessionRow = Session & { task_title: string | null };

const RUNNING_MS = 10_000;
const WAITING_MS = 2_500;

export function sessionsQuery(filter: OperationQuery<'GET /sessions'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['sessions', 'list', filter],
    queryFn: async ({ signal }): Promise<ListPageData<SessionRow>> => {
      const { sessions, task_titles, ...page } = await callApi('GET /sessions', {
        query: filterToInstants(filter),
        signal,
      });
      const rows = sessions.map((one) => ({ ...one, task_title: task_titles[one.task_id ?? ''] ?? null }));
      return { rows, ...page };
    },
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'in_progress') ? RUNNING_MS : false,
  });
}

export function sessionQuery(session_id: string) {
  return queryOptions({
    queryKey: ['session', session_id],
    queryFn: ({ signal }) => callApi('GET /session', { query: { session_id }, signal }),
  });
}

export function sessionProceduresQuery(session_id: string) {
  return queryOptions({
    queryKey: ['procedures', 'session', session_id],
    queryFn: ({ signal }) => callApi('GET /procedures', { query: { session_id, limit: 100 }, signal }),
  });
}

export type SkillCall = SkillCalls['executions'][number];

export function skillCallsQuery(session_id: string) {
  return queryOptions({
    queryKey: ['session', 'skills', session_id],
    queryFn: ({ signal }) => callApi('GET /session/skills', { query: { session_id }, signal }),
  });
}

/** Looked at again while the training app has not heard of everything. */
export function deletionsQuery(filter: OperationQuery<'GET /deletions'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['deletions', filter],
    queryFn: async ({ signal }): Promise<ListPageData<Deletion> & { total: number }> => {
      const { deletions, ...page } = await callApi('GET /deletions', { query: filter, signal });
      return { rows: deletions, ...page };
    },
    refetchInterval: ({ state }) =>
      state.data?.rows.some((one) => one.state !== 'sent') ? WAITING_MS : false,
  });
}

const TOLD: Record<SessionDeleted['core'], string> = {
  sent: t('Session deleted, also in the training app'),
  queued: t('Session deleted. The training app is not responding; the deletion is sent later.'),
  failed: t('Session deleted. The training app rejected the deletion; it is sent again later.'),
};

/** The deleted session is not refetched while its drawer is open. */
export function useDeleteSession(onDone: () => void) {
  return useApiMutation(
    (callApi, session_id: string) => callApi('DELETE /sessions', { query: { session_id } }),
    {
      changes: ['sessions', 'deletions', 'procedures', 'home'],
      says: ({ core }) => TOLD[core],
      onDone,
    },
  );
}

export function useChangeSession(session_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, changes: SessionChanges) =>
      callApi('PATCH /sessions', { query: { session_id }, body: changes }),
    { changes: ['sessions', 'session'], says: t('Saved'), onDone, showsErrorsItself: true },
  );
}

export function useRetryDeletion() {
  return useApiMutation(
    (callApi, session_id: string) => callApi('POST /deletions/retry', { query: { session_id } }),
    {
      changes: ['deletions'],
      says: t('The deletion is sent within seconds'),
    },
  );
}
