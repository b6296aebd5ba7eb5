import { limitSentence } from '../../access/limits/table.ts';
import { operation, publishToApi } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { pageOfWholeList } from '../../lib/sql/paging.ts';
import { IntegrationFilter, IntegrationPage, integrationsApi } from './contract.ts';
import {
  createIntegration,
  listIntegrations,
  revokeIntegration,
  rotateIntegrationSecret,
} from './integrations.ts';

export const integrationsDashboardRoutes = serveDashboardApi(integrationsApi, {
  'GET /integrations': async (ctx) => ({ integrations: await listIntegrations(ctx) }),
  'POST /integrations': (ctx, { body }) => createIntegration(ctx, body),
  'DELETE /integrations': (ctx, { query }) => revokeIntegration(ctx, query.integration_id),
  'POST /integrations/secret': (ctx, { query }) => rotateIntegrationSecret(ctx, query.integration_id),
});

const query = { integration_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
const tag = {
  tag: 'Integrations',
  about: 'The outside systems that push tasks, each with its own secret for the inbound API.',
};

export const integrationRoutes = groupIntoResources(tag, {
  ...publishToApi(integrationsDashboardRoutes, {
    'POST /integrations': {
      operation_id: 'createIntegration',
      summary: 'Create an integration',
      description: 'Only this response contains the secret. ' + limitSentence('integrations'),
      scope: 'manage:integrations',
      is_secret: true,
      example: { body: { provider: 'fieldservice' } },
    },
    'DELETE /integrations': {
      operation_id: 'revokeIntegration',
      summary: 'Revoke an integration',
      description:
        'The next request of the integration is rejected. Revoking an integration again changes nothing.',
      scope: 'manage:integrations',
      errors: ['NOT_FOUND'],
      example: { query },
    },
    'POST /integrations/secret': {
      operation_id: 'rotateIntegrationSecret',
      summary: 'Replace the secret of an integration',
      description: 'The old secret stops working immediately.',
      scope: 'manage:integrations',
      is_secret: true,
      errors: ['NOT_FOUND'],
      example: { query },
    },
  }),
  'GET /integrations': operation({
    operation_id: 'listIntegrations',
    summary: 'List integrations',
    description: 'Newest first, including revoked integrations.',
    scope: 'manage:integrations',
    query: IntegrationFilter,
    answer: IntegrationPage,
    handle: async (ctx, { query }) => pageOfWholeList('integrations', await listIntegrations(ctx), query),
  }),
});
