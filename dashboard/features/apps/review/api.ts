import { queryOptions } from '@tanstack/react-query';
import type {
  AppDifference,
  PastReview,
  AppForStaff,
  AppDetailForStaff,
} from '../../../../src/features/apps/contract.ts';
import { callApi } from '../../../api/client.ts';
import type { OperationBody, OperationQuery } from '../../../api/operations.ts';
import { useApiMutation } from '../../../api/useApiMutation.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../../api/list.ts';
import { t } from '../../../language/t.ts';

export type { AppDifference, PastReview, AppForStaff, AppDetailForStaff };
export type ReviewDecisionKind = OperationBody<'POST /staff/reviews'>['decision'];

export function staffAppsQuery(filter: OperationQuery<'GET /staff/apps'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['staff-apps', 'list', filter],
    queryFn: ({ signal }) => toListPage('apps', callApi('GET /staff/apps', { query: filter, signal })),
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
