import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Answer, Input, Nullable, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const Endpoint = Answer({ id: Uuid, url: Type.String(), events: Type.Array(Type.String()) });

/** An app that the account connected. */
const AppConnection = Answer({
  client_id: Type.String(),
  name: Type.String(),
  logo: Nullable(Type.String()),
  owner_name: Nullable(Type.String()),
  homepage: Type.String(),
  scopes: Type.Array(Type.String()),
  /** The app's endpoints, which end with the connection. */
  endpoints: Type.Array(Endpoint),
  /** The app is suspended: its tokens do not work and its endpoints wait. */
  is_suspended: Type.Boolean(),
  connected_at: Timestamp,
  /** The names of the people who allowed it. */
  allowed_by: Type.Array(Type.String()),
  last_used_at: Nullable(Timestamp),
});
export type AppConnection = Static<typeof AppConnection>;

const ConnectionList = Answer({ connections: Type.Array(AppConnection) });
const ConnectionRef = Input({ client_id: Type.String({ minLength: 1, maxLength: 100 }) });
const Disconnected = Answer({ disconnected: Type.Literal(true) });

export const connectionsApi = consoleApi(
  {
    'GET /connections': { summary: 'List connected apps', role: 'admin', answer: ConnectionList },
    'DELETE /connections': {
      summary: 'Disconnect an app',
      role: 'admin',
      query: ConnectionRef,
      answer: Disconnected,
    },
  },
  { tag: 'Connected apps' },
);
