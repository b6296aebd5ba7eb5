import { queryOptions } from '@tanstack/react-query';
import type {
  Difference,
  PastReview,
  StaffApp,
  StaffAppDetail,
} from '../../../../src/features/apps/contract.ts';
import { ask } from '../../../api/client.ts';
import type { BodyOf, QueryOf } from '../../../api/operations.ts';
import { useAct } from '../../../api/useAct.ts';
import { LIST, type Listed } from '../../../api/list.ts';
import { t } from '../../../language/t.ts';

export type { Difference, PastReview, StaffApp, StaffAppDetail };
export type Decision = BodyOf<'POST /staff/reviews'>['decision'];

export function staffAppsQuery(filter: QueryOf<'GET /staff/apps'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['staff-apps', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<StaffApp>> => {
      const { apps, ...page } = await ask('GET /staff/apps', { query: filter, signal });
      return { rows: apps, ...page };
    },
  });
}

export function staffAppQuery(client_id: string) {
  return queryOptions({
    queryKey: ['staff-apps', 'one', client_id],
    queryFn: ({ signal }) => ask('GET /staff/app', { query: { client_id }, signal }),
  });
}

const SAYS = { approve: t('App approved'), send_back: t('App sent back'), suspend: t('App suspended') };

export function useRule(client_id: string, decision: Decision, onDone: () => void) {
  return useAct(
    (ask, ruling: BodyOf<'POST /staff/reviews'>) =>
      ask('POST /staff/reviews', { body: ruling, query: { client_id } }),
    {
      changes: ['staff-apps'],
      says: SAYS[decision],
      onDone,
      showsErrorsItself: true,
    },
  );
}
