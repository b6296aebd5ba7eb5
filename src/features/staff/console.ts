import { serveDashboardApi } from '../../doors/signIn.ts';
import { staffApi } from './contract.ts';
import { inviteStaffMember, inviteStaffMemberAgain } from './invitations.ts';
import { deactivateStaff, listStaff, reactivateStaff } from './staff.ts';

export const staffDashboardRoutes = serveDashboardApi(staffApi, {
  'GET /staff/members': (staff, { query }) => listStaff(staff, query),
  'POST /staff/members': (staff, { body }) => inviteStaffMember(staff, body),
  'PATCH /staff/members': (staff, { query: { user_id }, body: { status } }) =>
    status === 'active' ? reactivateStaff(staff, user_id) : deactivateStaff(staff, user_id),
  'POST /staff/members/invitation': (staff, { query }) => inviteStaffMemberAgain(staff, query.user_id),
});
