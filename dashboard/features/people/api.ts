import { queryOptions, useQuery } from '@tanstack/react-query';
import type { NewUser, AccountUser, UserChanges } from '../../../src/features/users/people/contract.ts';
import type { UserAccess } from '../../../src/features/users/access/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationBody, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import type { Option } from '../../components/FilterBar.tsx';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { NewUser as NewPerson, AccountUser as Person, UserAccess as PersonAccess };

const MOST = 100;

const choiceQuery = queryOptions({
  queryKey: ['people', 'choice'],
  queryFn: ({ signal }) => callApi('GET /users', { query: { status: 'active', limit: MOST }, signal }),
  staleTime: 60_000,
});

/** The active users of the account, to choose from. */
export function useUserOptions(): readonly Option[] {
  const { data } = useQuery(choiceQuery);
  return (data?.users ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }));
}

export function peopleQuery(filter: OperationQuery<'GET /people'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['people', 'list', filter],
    queryFn: async ({ signal }): Promise<ListPageData<AccountUser>> => {
      const { people, ...page } = await callApi('GET /people', { query: filter, signal });
      return { rows: people, ...page };
    },
  });
}

/** The keys and apps of a user that would go on without them. */
export function accessQuery(user_id: string) {
  return queryOptions({
    queryKey: ['people', 'access', user_id],
    queryFn: ({ signal }) => callApi('GET /people/access', { query: { user_id }, signal }),
  });
}

const CHANGES = ['people', 'home', 'keys', 'connections'];

export function useInvite(onDone: (invited: OperationAnswer<'POST /people'>) => void) {
  return useApiMutation((callApi, user: NewUser) => callApi('POST /people', { body: user }), {
    changes: [...CHANGES, 'seats'],
    says: ({ message, link }) => (link === null ? message : ''),
    onDone,
    showsErrorsItself: true,
  });
}

export type InvitationLine = OperationAnswer<'POST /people/list'>['lines'][number];

export function useInviteList() {
  return useApiMutation(
    (callApi, list: OperationBody<'POST /people/list'>) => callApi('POST /people/list', { body: list }),
    {
      changes: [...CHANGES, 'seats'],
      showsErrorsItself: true,
    },
  );
}

export function useInviteAgain(onDone: (invited: { email: string; link: string | null }) => void) {
  return useApiMutation(
    async (callApi, { id, email }: AccountUser) => {
      const { link } = await callApi('POST /people/invitation', { query: { user_id: id } });
      return { email, link };
    },
    {
      changes: CHANGES,
      says: ({ email, link }) =>
        link === null ? t('A new link was sent to {email}. The old link no longer works.', { email }) : '',
      onDone,
    },
  );
}

export function useCancelInvitation(onDone: () => void) {
  return useApiMutation(
    (callApi, { id }: AccountUser) => callApi('DELETE /people/invitation', { query: { user_id: id } }),
    {
      changes: CHANGES,
      says: t('Invitation cancelled'),
      onDone,
    },
  );
}

export function useEraseUser(onDone: () => void) {
  return useApiMutation(
    (callApi, { id }: AccountUser) => callApi('DELETE /people', { query: { user_id: id } }),
    {
      changes: CHANGES,
      says: t('The name and the email address were removed from all records'),
      onDone,
    },
  );
}

export function useChangeUser(says: string, onDone?: () => void) {
  return useApiMutation(
    (callApi, { id, ...changes }: UserChanges & { id: string }) =>
      callApi('PATCH /people', { query: { user_id: id }, body: changes }),
    { changes: CHANGES, says, ...(onDone && { onDone }) },
  );
}
