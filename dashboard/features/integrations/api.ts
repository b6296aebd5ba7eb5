import { queryOptions } from '@tanstack/react-query';
import type { Integration } from '../../../src/features/integrations/contract.ts';
import { consoleClient } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import type { Listed } from '../../components/list.ts';

export type { Integration };

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: async ({ signal }): Promise<Listed<Integration>> => {
    const { integrations } = await consoleClient.get<{ integrations: Integration[] }>(
      '/integrations',
      {},
      signal,
    );
    return { rows: integrations, total: integrations.length, limit: integrations.length, offset: 0 };
  },
});

type Secret = { secret: string };

export function useCreateIntegration(onDone: (made: Secret) => void) {
  return useAct(
    (integration: { provider: string }) => consoleClient.post<Secret>('/integrations', integration),
    {
      changes: ['integrations'],
      onDone,
      shows_errors_itself: true,
    },
  );
}

export function useRotateIntegration(onDone: (made: Secret) => void) {
  return useAct(
    (integration_id: string) =>
      consoleClient.post<Secret>('/integrations/secret', undefined, { integration_id }),
    { changes: ['integrations'], onDone },
  );
}

export function useRevokeIntegration(onDone: () => void) {
  return useAct((integration_id: string) => consoleClient.delete('/integrations', { integration_id }), {
    changes: ['integrations'],
    says: 'Integration revoked',
    onDone,
  });
}
