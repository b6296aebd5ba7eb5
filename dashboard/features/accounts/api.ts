import { queryOptions } from '@tanstack/react-query';
import type { AccountDetail, AccountWithUsage } from '../../../src/features/accounts/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationBody, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { AccountDetail, AccountWithUsage };

export function accountsQuery(filter: OperationQuery<'GET /staff/accounts'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['accounts', 'list', filter],
    queryFn: ({ signal }) =>
      toListPage('accounts', callApi('GET /staff/accounts', { query: filter, signal })),
  });
}

export function accountQuery(account_id: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', account_id],
    queryFn: ({ signal }) => callApi('GET /staff/account', { query: { account_id }, signal }),
  });
}

export function useCreateAccount(onDone: (opened: OperationAnswer<'POST /staff/accounts'>) => void) {
  return useApiMutation(
    (callApi, account: OperationBody<'POST /staff/accounts'>) =>
      callApi('POST /staff/accounts', { body: account }),
    {
      changes: ['accounts', 'home'],
      says: ({ email, link }) =>
        link === null ? t('Account created. An invitation was sent to {email}.', { email }) : undefined,
      onDone,
      showsErrorsItself: true,
    },
  );
}

type Admin = AccountDetail['admins'][number];

export function useInviteAdminAgain(
  account_id: string,
  onDone: (invited: { email: string; link: string | null }) => void,
) {
  return useApiMutation(
    async (callApi, { user_id, email }: Admin) => {
      const { link } = await callApi('POST /staff/accounts/invitation', { query: { account_id, user_id } });
      return { email, link };
    },
    {
      changes: ['accounts'],
      says: ({ email, link }) =>
        link === null
          ? t('A new link was sent to {email}. The old link no longer works.', { email })
          : undefined,
      onDone,
    },
  );
}

export function useErasePerson(account_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, body: OperationBody<'POST /staff/account/erasure'>) =>
      callApi('POST /staff/account/erasure', { query: { account_id }, body }),
    {
      changes: ['accounts'],
      says: t('The name and the email address were removed from all records'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

export type DeletionEndpointView = OperationAnswer<'GET /staff/account/deletion-endpoint'>;

export function deletionEndpointQuery(account_id: string) {
  return queryOptions({
    queryKey: ['accounts', 'deletion endpoint', account_id],
    queryFn: ({ signal }) =>
      callApi('GET /staff/account/deletion-endpoint', { query: { account_id }, signal }),
  });
}

export function useSetDeletionEndpoint(account_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, body: OperationBody<'PUT /staff/account/deletion-endpoint'>) =>
      callApi('PUT /staff/account/deletion-endpoint', { query: { account_id }, body }),
    { changes: ['accounts'], says: t('Deletion endpoint saved'), onDone, showsErrorsItself: true },
  );
}

export function useRemoveDeletionEndpoint(account_id: string) {
  return useApiMutation(
    (callApi) => callApi('DELETE /staff/account/deletion-endpoint', { query: { account_id } }),
    {
      changes: ['accounts'],
      says: t('Deletion endpoint removed'),
    },
  );
}

export function useSetAccountState(account_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, state: AccountWithUsage['state']) =>
      callApi('PATCH /staff/accounts', { query: { account_id }, body: { state } }),
    {
      changes: ['accounts'],
      says: ({ state }) => (state === 'active' ? t('Account reactivated') : t('Account suspended')),
      onDone,
    },
  );
}
