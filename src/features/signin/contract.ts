import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema/schema.ts';
import { CURRENT_PASSWORD_RULE, EMAIL_RULE, FULL_NAME_RULE, PASSWORD_RULE } from '../users/rules.ts';

/** The signed-in user, with every operation of the dashboard that they may use. */
export const CurrentUser = Answer({
  user: Answer({
    user_id: Uuid,
    full_name: Type.String(),
    email: Type.String(),
    locale: Nullable(Type.String()),
  }),
  /** Null for staff. */
  account: Nullable(
    Answer({
      account_id: Uuid,
      name: Type.String(),
      time_zone: Type.String(),
      /** True for the account that was seeded for a demo. */
      is_demo: Type.Boolean(),
    }),
  ),
  role: OneOf(['member', 'admin', 'staff']),
  may: Type.Array(Type.String()),
  /** The operations that accept an `Idempotency-Key`. */
  once: Type.Array(Type.String()),
  /** The CSRF token. The dashboard sends it with each change in the header `X-Form-Token`. */
  form_token: Type.String(),
  public_url: Type.String(),
  /** The version of the service. */
  version: Type.String(),
  /** False if mails are written to files instead of being sent, so that inviters copy the links. */
  sends_mail: Type.Boolean(),
});
export type CurrentUser = Static<typeof CurrentUser>;

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

export const PasswordChange = Input({
  current_password: Type.String(CURRENT_PASSWORD_RULE),
  new_password: Type.String(PASSWORD_RULE),
});
export type PasswordChange = Static<typeof PasswordChange>;
/** `signed_out` is the number of other sign-ins that ended. */
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

const OwnProfileChanges = Input({
  full_name: Type.Optional(Type.String(FULL_NAME_RULE)),
  locale: Type.Optional(Nullable(OneOf(LOCALES))),
});
export type OwnProfileChanges = Static<typeof OwnProfileChanges>;
const OwnProfile = Answer({ full_name: Type.String(), locale: Nullable(Type.String()) });
export type OwnProfile = Static<typeof OwnProfile>;

/** A requested new email address that is not confirmed yet. */
const PendingEmailChange = Answer({ email: Type.String(), until: Timestamp });
export type PendingEmailChange = Static<typeof PendingEmailChange>;
const OwnAddress = Answer({ pending: Nullable(PendingEmailChange) });

export const EmailChangeRequest = Input({
  email: Type.String(EMAIL_RULE),
  current_password: Type.String(CURRENT_PASSWORD_RULE),
});
export type EmailChangeRequest = Static<typeof EmailChangeRequest>;

export const currentUserApi = defineDashboardApi({ 'GET /me': { role: 'anyone', answer: CurrentUser } });

export const signInsApi = defineDashboardApi({
  'GET /sign-ins': { role: 'anyone', answer: SignInList },
  'DELETE /sign-ins': { role: 'anyone', query: SignInRef, answer: SignedOut },
  'DELETE /sign-ins/all': { role: 'anyone', answer: SignedOut },
  'PATCH /own': { role: 'anyone', body: OwnProfileChanges, answer: OwnProfile },
  'GET /own/address': { role: 'anyone', answer: OwnAddress },
  'PUT /own/address': { role: 'anyone', body: EmailChangeRequest, answer: PendingEmailChange },
  'PUT /password': { role: 'anyone', body: PasswordChange, answer: PasswordChanged },
});
