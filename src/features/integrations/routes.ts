import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import { pageIn } from '../../lib/sql/paging.ts';
import {
  IntegrationFilter,
  IntegrationMade,
  IntegrationPage,
  IntegrationRef,
  IntegrationRevoked,
  IntegrationSecret,
  NewIntegration,
} from './contract.ts';
import {
  createIntegration,
  listIntegrations,
  revokeIntegration,
  rotateIntegrationSecret,
} from './integrations.ts';

const query = { integration_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
const tag = {
  tag: 'Integrations',
  about: 'The outside systems that push work in, each with a secret of its own for the inbound door.',
};

const all = resource(
  '/integrations',
  {
    GET: operation({
      operation_id: 'listIntegrations',
      summary: 'List integrations',
      description: 'Newest first, revoked ones included.',
      scope: 'manage:integrations',
      query: IntegrationFilter,
      answer: IntegrationPage,
      handle: async (ctx, { query }) => {
        const { shown: integrations, ...page } = pageIn(await listIntegrations(ctx), query);
        return { integrations, ...page };
      },
    }),
    POST: operation({
      operation_id: 'createIntegration',
      summary: 'Create an integration',
      description: `The answer alone holds the secret. ${limitSentence('integrations')}`,
      scope: 'manage:integrations',
      body: NewIntegration,
      answer: IntegrationMade,
      status: 201,
      is_secret: true,
      example: { body: { provider: 'fieldservice' } },
      handle: (ctx, { body }) => createIntegration(ctx, body),
    }),
    DELETE: operation({
      operation_id: 'revokeIntegration',
      summary: 'Revoke an integration',
      description: 'The next request of the integration is refused. Revoking it again changes nothing.',
      scope: 'manage:integrations',
      query: IntegrationRef,
      answer: IntegrationRevoked,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => revokeIntegration(ctx, query.integration_id),
    }),
  },
  tag,
);

const secret = resource(
  '/integrations/secret',
  {
    POST: operation({
      operation_id: 'rotateIntegrationSecret',
      summary: 'Replace the secret of an integration',
      description: 'The old one stops working at once.',
      scope: 'manage:integrations',
      query: IntegrationRef,
      answer: IntegrationSecret,
      is_secret: true,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => rotateIntegrationSecret(ctx, query.integration_id),
    }),
  },
  tag,
);

export const integrationRoutes: readonly Resource[] = [all, secret];
