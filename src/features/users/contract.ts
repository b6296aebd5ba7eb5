import { Type, type Static } from 'typebox';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../lib/schema.ts';
import { EMAIL, FULL_NAME } from './rules.ts';

const Role = OneOf(['trainer', 'trainee', 'tenant_admin']);
const Status = OneOf(['active', 'inactive']);

export const User = Answer({
  id: Uuid,
  email: Type.String(),
  full_name: Type.String(),
  role: Role,
  status: Status,
  seat: Nullable(Answer({ id: Uuid, device_name: Type.String(), device_token_set: Type.Boolean() })),
  last_session_at: Nullable(
    Type.String({ format: 'date-time', description: 'Null before the first session' }),
  ),
  total_sessions: Type.Integer(),
  total_minutes: Type.Integer(),
  created_at: Timestamp,
});
export type User = Static<typeof User>;

export const Invitee = Input({
  email: Type.String({ ...EMAIL, description: 'A domain in letters of its own is kept in ASCII' }),
  full_name: Type.String(FULL_NAME),
  roles: Type.Array(OneOf(['admin']), { minItems: 1, maxItems: 10, rule: 'must be a list that holds admin' }),
});
export type Invitee = Static<typeof Invitee>;

export const Invited = Answer({
  success: Type.Boolean(),
  user_id: Uuid,
  email: Type.String(),
  full_name: Type.String(),
  roles: Type.Array(OneOf(['admin'])),
  message: Type.String(),
});
export type Invited = Static<typeof Invited>;

export const UserFilter = Input({
  role: Type.Optional(Role),
  status: Type.Optional(Status),
  ...Page,
});
export type UserFilter = Static<typeof UserFilter>;

export const UserPage = Answer({
  users: Type.Array(User),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type UserPage = Static<typeof UserPage>;

export const UserRef = Input({ user_id: Uuid });
