import { serve } from '../../doors/signIn.ts';
import { staffApi } from './contract.ts';
import { inviteStaff, inviteStaffAgain } from './invitations.ts';
import { deactivateStaff, listStaff, reactivateStaff } from './staff.ts';

export const staffConsole = serve(staffApi, {
  'GET /staff/members': (staff, { query }) => listStaff(staff, query),
  'POST /staff/members': (staff, { body }) => inviteStaff(staff, body),
  'PATCH /staff/members': (staff, { query: { user_id }, body: { status } }) =>
    status === 'active' ? reactivateStaff(staff, user_id) : deactivateStaff(staff, user_id),
  'POST /staff/members/invitation': (staff, { query }) => inviteStaffAgain(staff, query.user_id),
});
