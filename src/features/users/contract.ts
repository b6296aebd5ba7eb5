import { Type, type Static } from '../../lib/schema/type.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { EMAIL_RULE, FULL_NAME_RULE } from './rules.ts';
import { untranslated } from '../../lib/text/reasons.ts';

const Role = OneOf(['trainer', 'trainee', 'tenant_admin'], {
  description: 'The role of the seat. Without a seat, the role in the account.',
});
const Status = OneOf(['active', 'inactive'], { description: '`active` if the user can sign in and work.' });

const UserSeat = Answer(
  {
    id: About('The id of the seat.', Uuid),
    device_name: Type.String({ description: 'The name of the glasses.' }),
    device_token_set: Type.Boolean({ description: 'True if glasses are paired with the seat.' }),
  },
  { title: 'UserSeat', description: 'The seat of a user.' },
);

export const User = Answer(
  {
    id: About('The id of the user.', Uuid),
    email: Type.String({ description: 'The email address, in lower case.' }),
    full_name: Type.String({ description: 'The display name of the user.' }),
    role: Role,
    status: Status,
    seat: About('The seat of the user; null until one is assigned.', Nullable(UserSeat)),
    last_session_at: Nullable(
      About('The start of the last training session. Null before the first session', Timestamp),
    ),
    total_sessions: Type.Integer({ description: 'The number of training sessions.' }),
    total_minutes: Type.Integer({ description: 'The total duration of all training sessions, in minutes.' }),
    created_at: About('The time at which the user was invited or created.', Timestamp),
  },
  { title: 'User', description: 'An admin or member of the account.' },
);
export type User = Static<typeof User>;

export const Invitee = Input(
  {
    email: Type.String({
      ...EMAIL_RULE,
      description: 'The address to invite. An internationalized domain is stored in ASCII',
    }),
    full_name: Type.String({ ...FULL_NAME_RULE, description: 'The display name of the user.' }),
    roles: Type.Array(OneOf(['admin']), {
      minItems: 1,
      maxItems: 10,
      rule: untranslated('must be an array that contains admin'),
      description: 'The roles in the account; only `admin` can be given.',
    }),
  },
  { title: 'Invitee', description: 'A user to invite.' },
);
export type Invitee = Static<typeof Invitee>;

export const InvitationAnswer = Answer(
  {
    success: Type.Boolean({ description: 'True: the user was invited.' }),
    user_id: About('The id of the new user.', Uuid),
    email: Type.String({ description: 'The address that was invited.' }),
    full_name: Type.String({ description: 'The display name of the user.' }),
    roles: Type.Array(OneOf(['admin']), { description: 'The roles in the account.' }),
    message: Type.String({
      description: 'A confirmation for people.',
      examples: ['An invitation was sent to ines@example.com'],
    }),
  },
  { title: 'Invited', description: 'The result of an invitation.' },
);
export type InvitationAnswer = Static<typeof InvitationAnswer>;

export const UserFilter = Input({
  role: Type.Optional(About('Only users with this role.', Role)),
  status: Type.Optional(About('Only users in this state.', Status)),
  ...Page,
});
export type UserFilter = Static<typeof UserFilter>;

/** The body of an API request that invites an admin or a member. Members cannot change settings of the account. */
export const NewInvitation = Input(
  {
    email: Type.String({
      ...EMAIL_RULE,
      description: 'The address to invite. An internationalized domain is stored in ASCII',
    }),
    full_name: Type.String({ ...FULL_NAME_RULE, description: 'The display name of the user.' }),
    access: Type.Optional(
      OneOf(['admin', 'member'], {
        default: 'member',
        description: 'The access of the user to the dashboard. An admin can do everything in the account.',
      }),
    ),
  },
  { title: 'NewInvitation', description: 'A user to invite, as an admin or as a member.' },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const Deactivation = Input(
  {
    keep_access: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True keeps the API keys that the user created and the apps that the user connected. Otherwise they stop working.',
      }),
    ),
  },
  { title: 'Deactivation', description: 'The options of a deactivation.' },
);
export type Deactivation = Static<typeof Deactivation>;

export const UserQuery = Input({
  user_id: Type.Optional(About('The id of one user, to get it alone.', Uuid)),
  email: Type.Optional(
    Type.String({
      ...EMAIL_RULE,
      description: 'Only the user with this address. Case and the spelling of the domain do not matter.',
    }),
  ),
  ...UserFilter.properties,
});
export type UserQuery = Static<typeof UserQuery>;

export const UserPage = Answer(
  { users: Type.Array(User, { description: 'The users of this page, newest first.' }), ...CountedPage },
  { title: 'UserPage', description: 'A page of users.' },
);
export type UserPage = Static<typeof UserPage>;

export const UserRef = Input({ user_id: About('The id of the user.', Uuid) });
