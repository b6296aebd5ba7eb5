import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { Answer, Input, Nullable, Person, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const Endpoint = Answer({ id: Uuid, url: Type.String(), events: Type.Array(Type.String()) });

/** An app with access to the account. */
const AppConnection = Answer({
  client_id: Type.String(),
  name: Type.String(),
  logo: Nullable(Type.String()),
  owner_name: Nullable(Type.String()),
  homepage: Type.String(),
  scopes: Type.Array(Type.String()),
  /** Webhook endpoints of the app in this account. They are deleted when the app is disconnected. */
  endpoints: Type.Array(Endpoint),
  /**
   * True if the platform suspended the app: its tokens are rejected, and its waiting deliveries are sent only after the
   * suspension ends.
   */
  is_suspended: Type.Boolean(),
  connected_at: Timestamp,
  /** The users who consented to the app. */
  allowed_by: Type.Array(Person),
  last_used_at: Nullable(Timestamp),
});
export type AppConnection = Static<typeof AppConnection>;

const ConnectionList = Answer({ connections: Type.Array(AppConnection) });
const ConnectionRef = Input({ client_id: Type.String({ minLength: 1, maxLength: 100 }) });
const Disconnected = Answer({ disconnected: Type.Literal(true) });

export const connectionsApi = defineDashboardApi({
  'GET /connections': { role: 'admin', answer: ConnectionList },
  'DELETE /connections': { role: 'admin', query: ConnectionRef, answer: Disconnected },
});
