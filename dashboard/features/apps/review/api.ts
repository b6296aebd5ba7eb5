import { queryOptions } from '@tanstack/react-query';
import type {
  Difference,
  PastReview,
  StaffApp,
  StaffAppDetail,
  StaffAppPage,
} from '../../../../src/features/apps/contract.ts';
import { consoleClient, type Query } from '../../../api/client.ts';
import { useAct } from '../../../api/useAct.ts';
import { LIST, type Listed } from '../../../components/list.ts';

export type { Difference, PastReview, StaffApp, StaffAppDetail };
export type Decision = 'approve' | 'send_back' | 'suspend';

export function staffAppsQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['staff-apps', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<StaffApp>> => {
      const { apps, ...page } = await consoleClient.get<StaffAppPage>('/staff/apps', filter, signal);
      return { rows: apps, ...page };
    },
  });
}

export function staffAppQuery(client_id: string) {
  return queryOptions({
    queryKey: ['staff-apps', 'one', client_id],
    queryFn: ({ signal }) => consoleClient.get<StaffAppDetail>('/staff/app', { client_id }, signal),
  });
}

export type Ruling = { decision: Decision; notes?: string | undefined; revision: string };

const SAYS = { approve: 'App approved', send_back: 'App sent back', suspend: 'App suspended' };

export function useRule(client_id: string, decision: Decision, onDone: () => void) {
  return useAct(
    (ruling: Ruling) => consoleClient.post<{ status: string }>('/staff/reviews', ruling, { client_id }),
    { changes: ['staff-apps'], says: SAYS[decision], onDone, shows_errors_itself: true },
  );
}
