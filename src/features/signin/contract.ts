import { Type, type Static } from 'typebox';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema.ts';
import { PASSWORD } from '../users/rules.ts';

/** Who is signed in, and what they may do: every operation of the dashboard's door that is open to them. */
export const Me = Answer({
  user: Answer({ user_id: Uuid, full_name: Type.String(), email: Type.String() }),
  /** Staff belong to none. */
  account: Nullable(Answer({ account_id: Uuid, name: Type.String() })),
  role: OneOf(['member', 'admin', 'staff']),
  may: Type.Array(Type.String()),
  /** Goes with everything that changes something, in the header `X-Form-Token`. */
  form_token: Type.String(),
  public_url: Type.String(),
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

export const SignInList = Answer({ sign_ins: Type.Array(SignIn) });
export const SignInRef = Input({ sign_in_id: Uuid });
export const SignedOut = Answer({ signed_out: Type.Literal(true) });

export const NewPassword = Input({
  current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
  new_password: Type.String(PASSWORD),
});
export type NewPassword = Static<typeof NewPassword>;
/** How many other sign-ins ended with the old password. */
export const PasswordChanged = Answer({ signed_out: Type.Integer() });
