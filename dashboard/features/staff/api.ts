import { queryOptions } from '@tanstack/react-query';
import type { NewStaffMember, StaffMember } from '../../../src/features/staff/contract.ts';
import { ask } from '../../api/client.ts';
import type { Answer, QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { NewStaffMember, StaffMember };

export function membersQuery(page: QueryOf<'GET /staff/members'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['staff', 'list', page],
    queryFn: async ({ signal }): Promise<Listed<StaffMember>> => {
      const { members, ...rest } = await ask('GET /staff/members', { query: page, signal });
      return { rows: members, ...rest };
    },
  });
}

const CHANGES = ['staff'];

export function useInviteMember(onDone: (invited: Answer<'POST /staff/members'>) => void) {
  return useAct((ask, member: NewStaffMember) => ask('POST /staff/members', { body: member }), {
    changes: CHANGES,
    says: ({ email, link }) => (link === null ? t('An invitation is on its way to {email}', { email }) : ''),
    onDone,
    showsErrorsItself: true,
  });
}

export function useInviteMemberAgain(onDone: (invited: { email: string; link: string | null }) => void) {
  return useAct(
    async (ask, { id, email }: StaffMember) => {
      const { link } = await ask('POST /staff/members/invitation', { query: { user_id: id } });
      return { email, link };
    },
    {
      changes: CHANGES,
      says: ({ email, link }) =>
        link === null ? t('A new link is on its way to {email}; the older one ended', { email }) : '',
      onDone,
    },
  );
}

export function useSetMemberStatus(says: string, onDone?: () => void) {
  return useAct(
    (ask, { id, status }: { id: string; status: 'active' | 'inactive' }) =>
      ask('PATCH /staff/members', { query: { user_id: id }, body: { status } }),
    { changes: CHANGES, says, ...(onDone && { onDone }) },
  );
}
