import { Type, type Static } from '../../../lib/schema/type.ts';
import { consoleApi } from '../../../access/consoleApi.ts';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../../lib/schema/schema.ts';
import { ACCOUNT_NAME } from '../rules.ts';

const REQUESTERS = ['admin', 'staff', 'operator'] as const;
export type Requester = (typeof REQUESTERS)[number];

/** A deletion of an account that was asked for and not called off. */
export const AccountRemoval = Answer({
  requested_at: Timestamp,
  requested_by: OneOf(REQUESTERS),
  due_at: Timestamp,
  /** Since when all of it is being removed; it cannot be called off any more. */
  started_at: Nullable(Timestamp),
});
export type AccountRemoval = Static<typeof AccountRemoval>;

const FoundRemoval = Answer({ deletion: Nullable(AccountRemoval) });
export type FoundRemoval = Static<typeof FoundRemoval>;

const TypedName = Input({ name: Type.String({ ...ACCOUNT_NAME, description: 'The name of the account' }) });
const AccountRef = Input({ account_id: Uuid });
const Cancelled = Answer({ cancelled: Type.Literal(true) });

export const removalApi = consoleApi(
  {
    'GET /account/deletion': {
      summary: 'Read when the account is deleted',
      role: 'member',
      answer: FoundRemoval,
    },
    'POST /account/deletion': {
      summary: 'Have the account deleted in thirty days',
      role: 'admin',
      body: TypedName,
      answer: AccountRemoval,
      status: 201,
    },
    'DELETE /account/deletion': {
      summary: 'Call the deletion of the account off',
      role: 'admin',
      answer: Cancelled,
    },
    'GET /staff/account/deletion': {
      summary: 'Read when an account is deleted',
      role: 'staff',
      query: AccountRef,
      answer: FoundRemoval,
    },
    'POST /staff/account/deletion': {
      summary: 'Have an account deleted in thirty days',
      role: 'staff',
      query: AccountRef,
      body: TypedName,
      answer: AccountRemoval,
      status: 201,
    },
    'DELETE /staff/account/deletion': {
      summary: 'Call the deletion of an account off',
      role: 'staff',
      query: AccountRef,
      answer: Cancelled,
    },
  },
  { tag: 'Account' },
);
