import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '../../../src/audit/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { filterToInstants } from '../../format/format.ts';
import { LIST, type ListPageData } from '../../api/list.ts';

export type { AuditEntry };

export function auditQuery(filter: OperationQuery<'GET /audit'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['audit', filter],
    queryFn: async ({ signal }): Promise<ListPageData<AuditEntry>> => {
      const { entries, ...page } = await callApi('GET /audit', { query: filterToInstants(filter), signal });
      return { rows: entries, ...page };
    },
  });
}
