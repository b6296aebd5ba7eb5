import { queryOptions } from '@tanstack/react-query';
import type {
  Difference,
  PastReview,
  StaffApp,
  StaffAppDetail,
} from '../../../../src/features/apps/contract.ts';
import { callApi } from '../../../api/client.ts';
import type { OperationBody, OperationQuery } from '../../../api/operations.ts';
import { useApiMutation } from '../../../api/useApiMutation.ts';
import { LIST, type ListPageData } from '../../../api/list.ts';
import { t } from '../../../language/t.ts';

export type { Difference, PastReview, StaffApp, StaffAppDetail };
export type ReviewDecisionKind = OperationBody<'POST /staff/reviews'>['decision'];

export function staffAppsQuery(filter: OperationQuery<'GET /staff/apps'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['staff-apps', 'list', filter],
    queryFn: async ({ signal }): Promise<ListPageData<StaffApp>> => {
      const { apps, ...page } = await callApi('GET /staff/apps', { query: filter, signal });
      return { rows: apps, ...page };
    },
  });
}

export function staffAppQuery(client_id: string) {
  return queryOptions({
    queryKey: ['staff-apps', 'one', client_id],
    queryFn: ({ signal }) => callApi('GET /staff/app', { query: { client_id }, signal }),
  });
}

const SAYS = { approve: t('App approved'), send_back: t('App returned'), suspend: t('App suspended') };

export function useDecideReview(client_id: string, decision: ReviewDecisionKind, onDone: () => void) {
  return useApiMutation(
    (callApi, ruling: OperationBody<'POST /staff/reviews'>) =>
      callApi('POST /staff/reviews', { body: ruling, query: { client_id } }),
    {
      changes: ['staff-apps'],
      says: SAYS[decision],
      onDone,
      showsErrorsItself: true,
    },
  );
}
