import { Type, type Static } from 'typebox';
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

export const IntegrationList = Answer({ integrations: Type.Array(Integration) });
export const IntegrationRef = Input({ integration_id: Uuid });
export const NewIntegration = Input({ provider: Type.String(name(200)) });
export const IntegrationMade = Answer({ integration_id: Uuid, secret: Type.String() });
export const IntegrationSecret = Answer({ secret: Type.String() });
export const IntegrationRevoked = Answer({ revoked: Type.Literal(true) });
