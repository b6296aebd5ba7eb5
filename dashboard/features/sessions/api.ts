import { queryOptions } from '@tanstack/react-query';
import type { Deletion, DeletionFilter, DeletionPage } from '../../../src/features/deletions/contract.ts';
import type { CatalogueEntry, ProcedurePage } from '../../../src/features/procedures/contract.ts';
import type { BrowseFilter, BrowsePage, SkillCalls } from '../../../src/features/sessions/browse/contract.ts';
import type {
  Session,
  SessionChanges,
  SessionDeleted,
  SessionDetail,
} from '../../../src/features/sessions/contract.ts';
import { consoleClient } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { CatalogueEntry, Deletion, Session, SessionChanges, SessionDetail };

export type SessionRow = Session & { task_title: string | null };

type Search<F> = Partial<Record<keyof F, string | number | undefined>>;

const RUNNING_MS = 10_000;
const WAITING_MS = 2_500;

export function sessionsQuery(filter: Search<BrowseFilter>) {
  return queryOptions({
    ...LIST,
    queryKey: ['sessions', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<SessionRow>> => {
      const { sessions, task_titles, ...page } = await consoleClient.get<BrowsePage>(
        '/sessions',
        filter,
        signal,
      );
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
    queryFn: ({ signal }) => consoleClient.get<SessionDetail>('/session', { session_id }, signal),
  });
}

export function taughtQuery(session_id: string) {
  return queryOptions({
    queryKey: ['procedures', 'session', session_id],
    queryFn: ({ signal }) =>
      consoleClient.get<ProcedurePage>('/procedures', { session_id, limit: 100 }, signal),
  });
}

export type SkillCall = SkillCalls['executions'][number];

export function skillCallsQuery(session_id: string) {
  return queryOptions({
    queryKey: ['session', 'skills', session_id],
    queryFn: ({ signal }) => consoleClient.get<SkillCalls>('/session/skills', { session_id }, signal),
  });
}

/** Looked at again while the training app has not heard of everything. */
export function deletionsQuery(filter: Search<DeletionFilter>) {
  return queryOptions({
    ...LIST,
    queryKey: ['deletions', filter],
    queryFn: async ({ signal }): Promise<Listed<Deletion> & { total: number }> => {
      const { deletions, ...page } = await consoleClient.get<DeletionPage>('/deletions', filter, signal);
      return { rows: deletions, ...page };
    },
    refetchInterval: ({ state }) =>
      state.data?.rows.some((one) => one.state !== 'sent') ? WAITING_MS : false,
  });
}

const TOLD: Record<SessionDeleted['core'], string> = {
  sent: 'Session deleted, also in the training app',
  queued: 'Session deleted. The training app does not answer and hears of it as soon as it does',
  failed: 'Session deleted. The training app refused and will be asked again',
};

/** The one that is gone is not read again while it still stands in its drawer. */
export function useDeleteSession(onDone: () => void) {
  return useAct((session_id: string) => consoleClient.delete<SessionDeleted>('/sessions', { session_id }), {
    changes: ['sessions', 'deletions', 'procedures', 'home'],
    says: ({ core }) => TOLD[core],
    onDone,
  });
}

export function useChangeSession(session_id: string, onDone: () => void) {
  return useAct(
    (changes: SessionChanges) => consoleClient.patch<Session>('/sessions', { session_id }, changes),
    { changes: ['sessions', 'session'], says: 'Saved', onDone, shows_errors_itself: true },
  );
}

export function useRetryDeletion() {
  return useAct((session_id: string) => consoleClient.post('/deletions/retry', undefined, { session_id }), {
    changes: ['deletions'],
    says: 'The training app is told within seconds',
  });
}
