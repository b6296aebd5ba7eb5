import { Type, type Static } from '../../../lib/schema/type.ts';
import { defineDashboardApi } from '../../../access/dashboardApi.ts';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../../lib/schema/schema.ts';
import { IDENTITY_PROOF } from '../../secondFactor/contract.ts';
import { ACCOUNT_NAME_RULE } from '../contract.ts';

const REMOVAL_REQUESTERS = ['admin', 'staff', 'operator'] as const;
export type RemovalRequester = (typeof REMOVAL_REQUESTERS)[number];

/** A requested removal of an account. Cancelled removals are not returned. */
export const AccountRemoval = Answer({
  requested_at: Timestamp,
  requested_by: OneOf(REMOVAL_REQUESTERS),
  due_at: Timestamp,
  /** The time at which the deletion of data began. From then on the removal cannot be cancelled. */
  started_at: Nullable(Timestamp),
});
export type AccountRemoval = Static<typeof AccountRemoval>;

const AccountRemovalAnswer = Answer({ deletion: Nullable(AccountRemoval) });
export type AccountRemovalAnswer = Static<typeof AccountRemovalAnswer>;

const ConfirmedRemoval = Input({
  name: Type.String({ ...ACCOUNT_NAME_RULE, description: 'The name of the account' }),
  ...IDENTITY_PROOF,
});
const AccountRef = Input({ account_id: Uuid });
const Cancelled = Answer({ cancelled: Type.Literal(true) });

export const removalApi = defineDashboardApi({
  'GET /account/deletion': { role: 'member', answer: AccountRemovalAnswer },
  'POST /account/deletion': {
    role: 'admin',
    needs_sign_in: true,
    body: ConfirmedRemoval,
    answer: AccountRemoval,
    status: 201,
  },
  'DELETE /account/deletion': { role: 'admin', answer: Cancelled },
  'GET /staff/account/deletion': { role: 'staff', query: AccountRef, answer: AccountRemovalAnswer },
  'POST /staff/account/deletion': {
    role: 'staff',
    query: AccountRef,
    body: ConfirmedRemoval,
    answer: AccountRemoval,
    status: 201,
  },
  'DELETE /staff/account/deletion': { role: 'staff', query: AccountRef, answer: Cancelled },
});
