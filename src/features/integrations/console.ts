import { serve } from '../../doors/signIn.ts';
import { integrationsApi } from './contract.ts';
import {
  createIntegration,
  listIntegrations,
  revokeIntegration,
  rotateIntegrationSecret,
} from './integrations.ts';

export const integrationsConsole = serve(integrationsApi, {
  'GET /integrations': async (ctx) => ({ integrations: await listIntegrations(ctx) }),
  'POST /integrations': (ctx, { body }) => createIntegration(ctx, body),
  'DELETE /integrations': (ctx, { query }) => revokeIntegration(ctx, query.integration_id),
  'POST /integrations/secret': (ctx, { query }) => rotateIntegrationSecret(ctx, query.integration_id),
});
