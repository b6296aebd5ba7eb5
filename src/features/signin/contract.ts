import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema/schema.ts';
import { EMAIL, FULL_NAME, PASSWORD } from '../users/rules.ts';

/** The signed-in user, with every operation of the dashboard that they may use. */
export const Me = Answer({
  user: Answer({
    user_id: Uuid,
    full_name: Type.String(),
    email: Type.String(),
    locale: Nullable(Type.String()),
  }),
  /** Null for staff. */
  account: Nullable(Answer({ account_id: Uuid, name: Type.String(), time_zone: Type.String() })),
  role: OneOf(['member', 'admin', 'staff']),
  may: Type.Array(Type.String()),
  /** The operations that run once for each Idempotency-Key. */
  once: Type.Array(Type.String()),
  /** Sent with every change in the header `X-Form-Token`. */
  form_token: Type.String(),
  public_url: Type.String(),
  /** False where mails are written to files, and inviters copy links. */
  sends_mail: Type.Boolean(),
});
export type Me = Static<typeof Me>;

const SignInEntry = Answer({
  id: Uuid,
  address: Type.String(),
  browser: Type.String(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  is_current: Type.Boolean(),
});
export type SignInEntry = Static<typeof SignInEntry>;

const SignInList = Answer({ sign_ins: Type.Array(SignInEntry) });
const SignInRef = Input({ sign_in_id: Uuid });
const SignedOut = Answer({ signed_out: Type.Literal(true) });

export const NewPassword = Input({
  current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
  new_password: Type.String(PASSWORD),
});
export type NewPassword = Static<typeof NewPassword>;
/** How many other sign-ins ended with the old password. */
const PasswordChanged = Answer({ signed_out: Type.Integer() });

const LOCALES = [
  'en-US',
  'en-GB',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'fi-FI',
  'fr-CH',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'tr-TR',
] as const;
export type Locale = (typeof LOCALES)[number];

const OwnChanges = Input({
  full_name: Type.Optional(Type.String(FULL_NAME)),
  locale: Type.Optional(Nullable(OneOf(LOCALES))),
});
export type OwnChanges = Static<typeof OwnChanges>;
const OwnProfile = Answer({ full_name: Type.String(), locale: Nullable(Type.String()) });
export type OwnProfile = Static<typeof OwnProfile>;

/** A new address that was asked for and not confirmed yet. */
const PendingAddress = Answer({ email: Type.String(), until: Timestamp });
export type PendingAddress = Static<typeof PendingAddress>;
const OwnAddress = Answer({ pending: Nullable(PendingAddress) });

export const NewAddress = Input({
  email: Type.String(EMAIL),
  current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
});
export type NewAddress = Static<typeof NewAddress>;

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
    'PATCH /own': {
      summary: 'Change the own name, and how dates and numbers are read',
      role: 'anyone',
      body: OwnChanges,
      answer: OwnProfile,
    },
    'GET /own/address': {
      summary: 'Say which new address waits to be confirmed',
      role: 'anyone',
      answer: OwnAddress,
    },
    'PUT /own/address': {
      summary: 'Ask for another address to sign in with',
      role: 'anyone',
      body: NewAddress,
      answer: PendingAddress,
    },
    'PUT /password': {
      summary: 'Change the own password',
      role: 'anyone',
      body: NewPassword,
      answer: PasswordChanged,
    },
  },
  { tag: 'Own sign-in' },
);
