import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema.ts';
import { PASSWORD } from '../users/rules.ts';

/** The signed-in user, with every operation of the dashboard that they may use. */
export const Me = Answer({
  user: Answer({ user_id: Uuid, full_name: Type.String(), email: Type.String() }),
  /** Null for staff. */
  account: Nullable(Answer({ account_id: Uuid, name: Type.String(), time_zone: Type.String() })),
  role: OneOf(['member', 'admin', 'staff']),
  may: Type.Array(Type.String()),
  /** Sent with every change in the header `X-Form-Token`. */
  form_token: Type.String(),
  public_url: Type.String(),
  /** False where mails are written to files, and inviters copy links. */
  sends_mail: Type.Boolean(),
});
export type Me = Static<typeof Me>;

const SignIn = Answer({
  id: Uuid,
  address: Type.String(),
  browser: Type.String(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  is_current: Type.Boolean(),
});
export type SignIn = Static<typeof SignIn>;

const SignInList = Answer({ sign_ins: Type.Array(SignIn) });
const SignInRef = Input({ sign_in_id: Uuid });
const SignedOut = Answer({ signed_out: Type.Literal(true) });

export const NewPassword = Input({
  current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
  new_password: Type.String(PASSWORD),
});
export type NewPassword = Static<typeof NewPassword>;
/** How many other sign-ins ended with the old password. */
const PasswordChanged = Answer({ signed_out: Type.Integer() });

export const meApi = consoleApi(
  { 'GET /me': { summary: 'Say who is signed in', role: 'anyone', answer: Me } },
  { tag: 'Own sign-in' },
);

export const signInsApi = consoleApi(
  {
    'GET /sign-ins': { summary: 'List where the caller is signed in', role: 'anyone', answer: SignInList },
    'DELETE /sign-ins': {
      summary: 'Sign out elsewhere',
      role: 'anyone',
      query: SignInRef,
      answer: SignedOut,
    },
    'DELETE /sign-ins/all': { summary: 'Sign out everywhere', role: 'anyone', answer: SignedOut },
    'PUT /password': {
      summary: 'Change the own password',
      role: 'anyone',
      body: NewPassword,
      answer: PasswordChanged,
    },
  },
  { tag: 'Own sign-in' },
);
