import { queryOptions } from '@tanstack/react-query';
import type { Integration } from '../../../src/features/integrations/contract.ts';
import { ask } from '../../api/client.ts';
import type { Answer, BodyOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import type { Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Integration };

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: async ({ signal }): Promise<Listed<Integration>> => {
    const { integrations } = await ask('GET /integrations', { signal });
    return { rows: integrations, total: integrations.length, limit: integrations.length, offset: 0 };
  },
});

type Secret = Answer<'POST /integrations/secret'>;

export function useCreateIntegration(onDone: (made: Secret) => void) {
  return useAct(
    (ask, integration: BodyOf<'POST /integrations'>) => ask('POST /integrations', { body: integration }),
    {
      changes: ['integrations'],
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useRotateIntegration(onDone: (made: Secret) => void) {
  return useAct(
    (ask, integration_id: string) => ask('POST /integrations/secret', { query: { integration_id } }),
    {
      changes: ['integrations'],
      onDone,
    },
  );
}

export function useRevokeIntegration(onDone: () => void) {
  return useAct((ask, integration_id: string) => ask('DELETE /integrations', { query: { integration_id } }), {
    changes: ['integrations'],
    says: t('Integration revoked'),
    onDone,
  });
}
