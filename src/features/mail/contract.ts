import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import {
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  PagePosition,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';

const MAIL_STATES = ['waiting', 'sent', 'given_up'] as const;

/** A mail as staff see it: without its text and link. */
const OutgoingMail = Answer({
  id: Uuid,
  account_id: Uuid,
  /** Null for mails to the staff, who belong to no account. */
  account_name: Nullable(Type.String()),
  recipient: Type.String(),
  subject: Type.String(),
  state: OneOf(MAIL_STATES),
  attempts: Type.Integer(),
  last_error: Nullable(Type.String()),
  created_at: Timestamp,
  /** The time of the next attempt to send a waiting mail. */
  due_at: Timestamp,
  give_up_at: Timestamp,
  ended_at: Nullable(Timestamp),
});
export type OutgoingMail = Static<typeof OutgoingMail>;

export const MailFilter = Input({
  state: Type.Optional(OneOf(MAIL_STATES)),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the address or subject' })),
  ...Page,
});
export type MailFilter = Static<typeof MailFilter>;

export const MailPage = Answer({
  mails: Type.Array(OutgoingMail),
  has_more: Type.Boolean(),
  ...PagePosition,
});
export type MailPage = Static<typeof MailPage>;

const MailRef = Input({ account_id: Uuid, mail_id: Uuid });
const MailQueued = Answer({ state: Type.Literal('waiting') });

export const mailApi = defineDashboardApi({
  'GET /staff/mails': { role: 'staff', query: MailFilter, answer: MailPage },
  'POST /staff/mails/send': { role: 'staff', query: MailRef, answer: MailQueued },
});
