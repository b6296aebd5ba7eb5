import { queryOptions } from '@tanstack/react-query';
import type { EditConflict } from '../../../src/service/reasons.ts';
import type { NewUser, AccountUser } from '../../../src/features/users/people/contract.ts';
import type { UserAccess } from '../../../src/features/users/access/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationBody, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import type { RecordOption, RecordSource } from '../../components/picker/source.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { t, verbatim, type Label } from '../../language/t.ts';

export type { NewUser as NewPerson, AccountUser as Person, UserAccess as PersonAccess };

/** Users who can get a task or a seat: active and invited ones. */
export const ASSIGNABLE_USER_SOURCE = userSource({ status: 'active' });
/** All users, also inactive ones, for filters of earlier work. */
export const ALL_USER_SOURCE = userSource({});

function userSource(offered: { status?: AccountUser['status'] }): RecordSource {
  return {
    key: ['people', 'choice', offered.status ?? 'all'],
    read: async ({ search, ids, limit }, signal) => {
      const query = ids === undefined ? { ...offered, search, limit } : { user_ids: ids, limit };
      const { people, total } = await callApi('GET /people', { query, signal });
      return { options: people.map((user) => userOption(user, offered.status)), total };
    },
  };
}

function userOption(user: AccountUser, offered: AccountUser['status'] | undefined): RecordOption {
  const { id, full_name, email, status } = user;
  return {
    value: id,
    label: verbatim(full_name),
    detail: status === 'inactive' ? t('{email}, inactive', { email }) : email,
    isRetired: offered !== undefined && status !== offered,
  };
}

export function peopleQuery(filter: OperationQuery<'GET /people'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['people', 'list', filter],
    queryFn: ({ signal }) => toListPage('people', callApi('GET /people', { query: filter, signal })),
  });
}

export function userQuery(user_id: string) {
  return queryOptions({
    queryKey: ['people', 'one', user_id],
    queryFn: ({ signal }) => callApi('GET /person', { query: { user_id }, signal }),
  });
}

/** Reads the keys and apps of a user that can stay valid after the user leaves. */
export function userKeysAndAppsQuery(user_id: string) {
  return queryOptions({
    queryKey: ['people', 'access', user_id],
    queryFn: ({ signal }) => callApi('GET /people/access', { query: { user_id }, signal }),
  });
}

const CHANGES = ['people', 'home', 'keys', 'connections'];

export function useInviteUser(onDone: (invited: OperationAnswer<'POST /people'>) => void) {
  return useApiMutation((callApi, user: NewUser) => callApi('POST /people', { body: user }), {
    changes: [...CHANGES, 'seats'],
    says: ({ email, link }) =>
      link === null ? t('An invitation was sent to {email}', { email }) : undefined,
    onDone,
    showsErrorsItself: true,
  });
}

export type InvitationLineResult = OperationAnswer<'POST /people/list'>['lines'][number];

export function useInviteFromList() {
  return useApiMutation(
    (callApi, list: OperationBody<'POST /people/list'>) => callApi('POST /people/list', { body: list }),
    {
      changes: [...CHANGES, 'seats'],
      showsErrorsItself: true,
    },
  );
}

export function useSendInvitationAgain(onDone: (invited: { email: string; link: string | null }) => void) {
  return useApiMutation(
    async (callApi, { id, email }: AccountUser) => {
      const { link } = await callApi('POST /people/invitation', { query: { user_id: id } });
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
    (callApi, { id, ...body }: OperationBody<'DELETE /people'> & { id: string }) =>
      callApi('DELETE /people', { query: { user_id: id }, body }),
    {
      changes: CHANGES,
      says: t('The name and the email address were removed from all records'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

/**
 * Returns the values that the page shows. A change sends them as `expected`, so that the server detects another edit.
 */
export function visibleAccess({ access, status }: AccountUser): Pick<AccountUser, 'access' | 'status'> {
  return { access, status };
}

type UserEdit = Omit<OperationBody<'PATCH /people'>, 'expected'> & {
  id: string;
  expected: ReturnType<typeof visibleAccess>;
};

export function useChangeUser(
  says: Label | undefined,
  { onDone, onConflict }: { onDone?: () => void; onConflict?: (conflict: EditConflict) => void } = {},
) {
  return useApiMutation(
    (callApi, { id, ...changes }: UserEdit) =>
      callApi('PATCH /people', { query: { user_id: id }, body: changes }),
    { changes: CHANGES, says, onConflict, undo: reverseUserEdit, ...(onDone && { onDone }) },
  );
}

/** Returns the edit that reverses another one. It keeps keys and apps that the person had before. */
function reverseUserEdit({ id, access, status, expected }: UserEdit): UserEdit {
  return {
    id,
    ...(access && { access: expected.access }),
    ...(status && { status: expected.status }),
    keep_access: true,
    expected: { access: access ?? expected.access, status: status ?? expected.status },
  };
}
