import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import {
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { RepeatedInvitation, LinkToCopy } from '../invitations/contract.ts';
import { EMAIL_RULE, FULL_NAME_RULE } from '../users/rules.ts';

const StaffMember = Answer({
  id: Uuid,
  email: Type.String(),
  full_name: Type.String(),
  /** `invited`: the member has not yet set a password. */
  standing: OneOf(['active', 'invited', 'inactive']),
  /** The time at which the open invitation link expires. Null without an open invitation. */
  invited_until: Nullable(Timestamp),
  last_seen_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type StaffMember = Static<typeof StaffMember>;

export const StaffPage = Answer({ members: Type.Array(StaffMember), ...CountedPage });
export type StaffPage = Static<typeof StaffPage>;

export const StaffFilter = Input({ ...Page });
export type StaffFilter = Static<typeof StaffFilter>;

export const NewStaffMember = Input({
  full_name: Type.String(FULL_NAME_RULE),
  email: Type.String(EMAIL_RULE),
});
export type NewStaffMember = Static<typeof NewStaffMember>;

export const StaffInvitation = Answer({ user_id: Uuid, email: Type.String(), link: LinkToCopy });
export type StaffInvitation = Static<typeof StaffInvitation>;

const StaffRef = Input({ user_id: Uuid });
const StaffChanges = Input({ status: OneOf(['active', 'inactive']) });
const StaffChanged = Answer({ status: OneOf(['active', 'inactive']) });

export const staffApi = defineDashboardApi({
  'GET /staff/members': { role: 'staff', query: StaffFilter, answer: StaffPage },
  'POST /staff/members': { role: 'staff', body: NewStaffMember, answer: StaffInvitation, status: 201 },
  'PATCH /staff/members': { role: 'staff', query: StaffRef, body: StaffChanges, answer: StaffChanged },
  'POST /staff/members/invitation': { role: 'staff', query: StaffRef, answer: RepeatedInvitation },
});
