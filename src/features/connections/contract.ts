import { Type, type Static } from 'typebox';
import { Answer, Input, Nullable, Timestamp } from '../../lib/schema.ts';

/** An app that customers of the account let in. */
const Connection = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    owner_name: Nullable(Type.String()),
    homepage: Type.String(),
    scopes: Type.Array(Type.String()),
    connected_at: Timestamp,
    last_used_at: Nullable(Timestamp),
  },
  { additionalProperties: false },
);
export type Connection = Static<typeof Connection>;

export const ConnectionList = Answer({ connections: Type.Array(Connection) });
export const ConnectionRef = Input({ client_id: Type.String({ minLength: 1, maxLength: 100 }) });
export const Disconnected = Answer({ disconnected: Type.Literal(true) });
