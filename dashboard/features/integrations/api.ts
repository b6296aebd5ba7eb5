import { queryOptions } from '@tanstack/react-query';
import type { Integration } from '../../../src/features/integrations/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationBody } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { toSinglePage } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Integration };

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => toSinglePage('integrations', callApi('GET /integrations', { signal })),
});

type IntegrationSecret = OperationAnswer<'POST /integrations/secret'>;

export function useCreateIntegration(onDone: (made: IntegrationSecret) => void) {
  return useApiMutation(
    (callApi, integration: OperationBody<'POST /integrations'>) =>
      callApi('POST /integrations', { body: integration }),
    {
      changes: ['integrations'],
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useRotateIntegrationSecret(onDone: (made: IntegrationSecret) => void) {
  return useApiMutation(
    (callApi, integration_id: string) => callApi('POST /integrations/secret', { query: { integration_id } }),
    {
      changes: ['integrations'],
      onDone,
    },
  );
}

export function useRevokeIntegration(onDone: () => void) {
  return useApiMutation(
    (callApi, integration_id: string) => callApi('DELETE /integrations', { query: { integration_id } }),
    {
      changes: ['integrations'],
      says: t('Integration revoked'),
      onDone,
    },
  );
}
