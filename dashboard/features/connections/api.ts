import { queryOptions } from '@tanstack/react-query';
import type { Connection } from '../../../src/features/connections/contract.ts';
import { ask } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import type { Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Connection };

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }): Promise<Listed<Connection>> => {
    const { connections } = await ask('GET /connections', { signal });
    return { rows: connections, total: connections.length, limit: connections.length, offset: 0 };
  },
});

export function useDisconnect(onDone: () => void) {
  return useAct((ask, client_id: string) => ask('DELETE /connections', { query: { client_id } }), {
    changes: ['connections', 'apps'],
    says: t('Disconnected: its tokens do not work any more'),
    onDone,
  });
}
