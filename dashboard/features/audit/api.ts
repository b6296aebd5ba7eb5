import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '../../../src/audit/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { convertFilterDaysToInstants } from '../../format/format.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';

export type { AuditEntry };

export function auditQuery(filter: OperationQuery<'GET /audit'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['audit', filter],
    queryFn: ({ signal }) =>
      toListPage('entries', callApi('GET /audit', { query: convertFilterDaysToInstants(filter), signal })),
  });
}
