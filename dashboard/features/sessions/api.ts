import { queryOptions } from '@tanstack/react-query';
import type { Deletion } from '../../../src/features/deletions/contract.ts';
import type { CatalogueProcedure } from '../../../src/features/procedures/contract.ts';
import type { SessionExecutions } from '../../../src/features/sessions/browse/contract.ts';
import type {
  Session,
  SessionChanges,
  DeletedSession,
  SessionDetail,
} from '../../../src/features/sessions/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { convertFilterDaysToInstants } from '../../format/format.ts';
import { LIST_QUERY_OPTIONS, type ListPageData, toListPage } from '../../api/list.ts';
import { t, type Label } from '../../language/t.ts';

export type { CatalogueProcedure, Deletion, Session, SessionChanges, SessionDetail };

export type SessionRow = Session & { task_title: string | null };

const RUNNING_MS = 10_000;
const WAITING_MS = 2_500;

export function sessionsQuery(filter: OperationQuery<'GET /sessions'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['sessions', 'list', filter],
    queryFn: async ({ signal }): Promise<ListPageData<SessionRow>> => {
      const { sessions, task_titles, ...page } = await callApi('GET /sessions', {
        query: convertFilterDaysToInstants(filter),
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

export type SkillCall = SessionExecutions['executions'][number];

export function skillCallsQuery(session_id: string) {
  return queryOptions({
    queryKey: ['session', 'skills', session_id],
    queryFn: ({ signal }) => callApi('GET /session/skills', { query: { session_id }, signal }),
  });
}

/** Polls while deletions are pending at the training app. */
export function sessionDeletionsQuery(filter: OperationQuery<'GET /deletions'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['deletions', filter],
    queryFn: ({ signal }) => toListPage('deletions', callApi('GET /deletions', { query: filter, signal })),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((one) => one.state !== 'sent') ? WAITING_MS : false,
  });
}

const TOLD: Record<DeletedSession['core'], Label> = {
  sent: t('Session deleted, also in the training app'),
  queued: t('Session deleted. The training app is not responding; the deletion will be sent later.'),
  failed: t('Session deleted. The training app rejected the deletion; it will be sent again later.'),
};

/** Does not refetch the deleted session while its drawer is still open. */
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
