import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { name } from '../../lib/rules.ts';
import { Answer, Input, Nullable, Timestamp, Uuid } from '../../lib/schema.ts';

/** An outside system that pushes work in. */
const Integration = Answer({
  id: Uuid,
  provider: Type.String(),
  last4: Type.String(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
});
export type Integration = Static<typeof Integration>;

const IntegrationList = Answer({ integrations: Type.Array(Integration) });
const IntegrationRef = Input({ integration_id: Uuid });
const NewIntegration = Input({ provider: Type.String(name(200)) });
const IntegrationMade = Answer({ integration_id: Uuid, secret: Type.String() });
const IntegrationSecret = Answer({ secret: Type.String() });
const IntegrationRevoked = Answer({ revoked: Type.Literal(true) });

export const integrationsApi = consoleApi(
  {
    'GET /integrations': { summary: 'List integrations', role: 'admin', answer: IntegrationList },
    'POST /integrations': {
      summary: 'Create an integration',
      role: 'admin',
      body: NewIntegration,
      answer: IntegrationMade,
      status: 201,
    },
    'DELETE /integrations': {
      summary: 'Revoke an integration',
      role: 'admin',
      query: IntegrationRef,
      answer: IntegrationRevoked,
    },
    'POST /integrations/secret': {
      summary: 'Replace the secret of an integration',
      role: 'admin',
      query: IntegrationRef,
      answer: IntegrationSecret,
    },
  },
  { tag: 'Integrations' },
);
