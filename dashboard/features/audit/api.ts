import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry, AuditPage } from '../../../src/audit/contract.ts';
import { consoleClient, type Query } from '../../api/client.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { AuditEntry };

export function auditQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['audit', filter],
    queryFn: async ({ signal }): Promise<Listed<AuditEntry>> => {
      const { entries, ...page } = await consoleClient.get<AuditPage>('/audit', filter, signal);
      return { rows: entries, ...page };
    },
  });
}
