import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '../../../src/audit/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { inMoments } from '../../format/format.ts';
import { LIST, type Listed } from '../../api/list.ts';

export type { AuditEntry };

export function auditQuery(filter: QueryOf<'GET /audit'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['audit', filter],
    queryFn: async ({ signal }): Promise<Listed<AuditEntry>> => {
      const { entries, ...page } = await ask('GET /audit', { query: inMoments(filter), signal });
      return { rows: entries, ...page };
    },
  });
}
