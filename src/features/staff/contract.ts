import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../lib/schema/schema.ts';
import { InvitedAgain, LinkToCopy } from '../invitations/contract.ts';
import { EMAIL, FULL_NAME } from '../users/rules.ts';

const StaffMember = Answer({
  id: Uuid,
  email: Type.String(),
  full_name: Type.String(),
  /** Invited members have chosen no password yet. */
  standing: OneOf(['active', 'invited', 'inactive']),
  /** Until when the open link works; null without one. */
  invited_until: Nullable(Timestamp),
  last_seen_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type StaffMember = Static<typeof StaffMember>;

export const StaffPage = Answer({
  members: Type.Array(StaffMember),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type StaffPage = Static<typeof StaffPage>;

export const StaffFilter = Input({ ...Page });
export type StaffFilter = Static<typeof StaffFilter>;

export const NewStaffMember = Input({ full_name: Type.String(FULL_NAME), email: Type.String(EMAIL) });
export type NewStaffMember = Static<typeof NewStaffMember>;

export const StaffInvited = Answer({ user_id: Uuid, email: Type.String(), link: LinkToCopy });
export type StaffInvited = Static<typeof StaffInvited>;

const StaffRef = Input({ user_id: Uuid });
const StaffChanges = Input({ status: OneOf(['active', 'inactive']) });
const StaffChanged = Answer({ status: OneOf(['active', 'inactive']) });

export const staffApi = consoleApi(
  {
    'GET /staff/members': {
      summary: 'List the members of the staff',
      role: 'staff',
      query: StaffFilter,
      answer: StaffPage,
    },
    'POST /staff/members': {
      summary: 'Invite somebody to the staff',
      role: 'staff',
      body: NewStaffMember,
      answer: StaffInvited,
      status: 201,
    },
    'PATCH /staff/members': {
      summary: 'Deactivate or reactivate a member of the staff',
      role: 'staff',
      query: StaffRef,
      body: StaffChanges,
      answer: StaffChanged,
    },
    'POST /staff/members/invitation': {
      summary: 'Invite a member of the staff again',
      role: 'staff',
      query: StaffRef,
      answer: InvitedAgain,
    },
  },
  { tag: 'Staff' },
);
