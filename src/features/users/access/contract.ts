import { Type, type Static } from '../../../lib/schema/type.ts';
import { Answer, Nullable, Timestamp, Uuid } from '../../../lib/schema/schema.ts';

const MadeKey = Answer({
  id: Uuid,
  name: Type.String(),
  last4: Type.String(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
});
type MadeKey = Static<typeof MadeKey>;

const AllowedApp = Answer({
  client_id: Type.String(),
  name: Type.String(),
  /** The number of webhook endpoints that the app created. */
  endpoints: Type.Integer(),
  allowed_at: Timestamp,
  last_used_at: Nullable(Timestamp),
});
type AllowedApp = Static<typeof AllowedApp>;

/** The keys and connected apps of a user. A deactivation of the user can revoke them or keep them. */
export const UserAccess = Answer({ keys: Type.Array(MadeKey), apps: Type.Array(AllowedApp) });
export type UserAccess = Static<typeof UserAccess>;
