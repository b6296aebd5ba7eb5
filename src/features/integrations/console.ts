import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import {
  IntegrationList,
  IntegrationMade,
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

const integrations = resource(
  '/integrations',
  {
    GET: consoleOperation({
      summary: 'List integrations',
      role: 'admin',
      answer: IntegrationList,
      handle: async (ctx) => ({ integrations: await listIntegrations(ctx) }),
    }),
    POST: consoleOperation({
      summary: 'Create an integration',
      role: 'admin',
      body: NewIntegration,
      answer: IntegrationMade,
      status: 201,
      handle: (ctx, { body }) => createIntegration(ctx, body),
    }),
    DELETE: consoleOperation({
      summary: 'Revoke an integration',
      role: 'admin',
      query: IntegrationRef,
      answer: IntegrationRevoked,
      handle: (ctx, { query }) => revokeIntegration(ctx, query.integration_id),
    }),
  },
  { tag: 'Integrations' },
);

const secret = resource(
  '/integrations/secret',
  {
    POST: consoleOperation({
      summary: 'Replace the secret of an integration',
      role: 'admin',
      query: IntegrationRef,
      answer: IntegrationSecret,
      handle: (ctx, { query }) => rotateIntegrationSecret(ctx, query.integration_id),
    }),
  },
  { tag: 'Integrations' },
);

export const integrationsConsole: readonly Resource[] = [integrations, secret];
