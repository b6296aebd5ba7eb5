import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { nameRule } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  Page,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';

const integrationId = About('The id of the integration.', Uuid);

/** An external system that creates tasks through the API. */
const Integration = Answer(
  {
    id: integrationId,
    provider: Type.String({ description: 'The name of the outside system.' }),
    last4: Type.String({ description: 'The last four characters of its secret.', examples: ['h8Kd'] }),
    created_at: About('The time at which the integration was created.', Timestamp),
    last_used_at: About('The time of the last push. Null before the first one.', Nullable(Timestamp)),
    revoked_at: About(
      'The time at which the integration was revoked. Null while it works.',
      Nullable(Timestamp),
    ),
  },
  { title: 'Integration', description: 'An outside system that pushes work in, without its secret.' },
);
export type Integration = Static<typeof Integration>;

const IntegrationList = Answer({ integrations: Type.Array(Integration) });
export const IntegrationFilter = Input(Page);
export const IntegrationPage = Answer(
  {
    integrations: Type.Array(Integration, { description: 'The integrations of this page.' }),
    ...CountedPage,
  },
  { title: 'IntegrationPage', description: 'A page of integrations.' },
);
const IntegrationRef = Input({ integration_id: integrationId });
const NewIntegration = Input(
  { provider: Type.String({ ...nameRule(200), description: 'The name of the outside system.' }) },
  { title: 'NewIntegration', description: 'An integration to create.' },
);
const secret = Type.String({ description: 'The secret, shown only here.', examples: ['tai_…'] });
const IntegrationMade = Answer(
  { integration_id: integrationId, secret },
  { title: 'CreatedIntegration', description: 'An integration that was created.' },
);
const IntegrationSecret = Answer(
  { secret },
  { title: 'IntegrationSecret', description: 'The new secret of an integration.' },
);
const IntegrationRevoked = Answer(
  { revoked: Type.Literal(true, { description: 'Always true: the secret no longer works.' }) },
  { title: 'RevokedIntegration', description: 'An integration that was revoked.' },
);

export const integrationsApi = defineDashboardApi({
  'GET /integrations': { role: 'admin', answer: IntegrationList },
  'POST /integrations': { role: 'admin', body: NewIntegration, answer: IntegrationMade, status: 201 },
  'DELETE /integrations': { role: 'admin', query: IntegrationRef, answer: IntegrationRevoked },
  'POST /integrations/secret': { role: 'admin', query: IntegrationRef, answer: IntegrationSecret },
});
