import { queryOptions } from '@tanstack/react-query';
import type { NewStaffMember, StaffMember } from '../../../src/features/staff/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { t, type Label } from '../../language/t.ts';

export type { NewStaffMember, StaffMember };

export function membersQuery(page: OperationQuery<'GET /staff/members'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['staff', 'list', page],
    queryFn: ({ signal }) => toListPage('members', callApi('GET /staff/members', { query: page, signal })),
  });
}

const CHANGES = ['staff'];

export function useInviteMember(onDone: (invited: OperationAnswer<'POST /staff/members'>) => void) {
  return useApiMutation(
    (callApi, member: NewStaffMember) => callApi('POST /staff/members', { body: member }),
    {
      changes: CHANGES,
      says: ({ email, link }) =>
        link === null ? t('An invitation was sent to {email}', { email }) : undefined,
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useSendStaffInvitationAgain(
  onDone: (invited: { email: string; link: string | null }) => void,
) {
  return useApiMutation(
    async (callApi, { id, email }: StaffMember) => {
      const { link } = await callApi('POST /staff/members/invitation', { query: { user_id: id } });
      return { email, link };
    },
    {
      changes: CHANGES,
      says: ({ email, link }) =>
        link === null
          ? t('A new link was sent to {email}. The old link no longer works.', { email })
          : undefined,
      onDone,
    },
  );
}

export function useSetStaffStatus(says: Label, onDone?: () => void) {
  return useApiMutation(
    (callApi, { id, status }: { id: string; status: 'active' | 'inactive' }) =>
      callApi('PATCH /staff/members', { query: { user_id: id }, body: { status } }),
    { changes: CHANGES, says, ...(onDone && { onDone }) },
  );
}
