import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  SecondFactorSecret,
  SecondFactorActivation,
} from '../../../src/features/secondFactor/contract.ts';
import type {
  EmailChangeRequest,
  PasswordChange,
  SignInEntry,
} from '../../../src/features/signin/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationBody } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { t } from '../../language/t.ts';

export type { SecondFactorSecret as FactorSecret, SignInEntry };

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async ({ signal }) => (await callApi('GET /sign-ins', { signal })).sign_ins,
});

export function useRenameAccount() {
  return useApiMutation(
    (callApi, account: OperationBody<'PATCH /account'>) => callApi('PATCH /account', { body: account }),
    {
      changes: ['me'],
      says: t('Account renamed'),
      showsErrorsItself: true,
    },
  );
}

export function useSetAccountLogo() {
  return useApiMutation((callApi, logo: string) => callApi('PUT /account/logo', { body: { logo } }), {
    changes: ['account-logo'],
    says: t('Logo changed'),
    showsErrorsItself: true,
  });
}

export function useRemoveAccountLogo() {
  return useApiMutation((callApi) => callApi('DELETE /account/logo'), {
    changes: ['account-logo'],
    says: t('Logo removed'),
  });
}

export const emailAddressQuery = queryOptions({
  queryKey: ['own', 'address'],
  queryFn: ({ signal }) => callApi('GET /own/address', { signal }),
});

export function useChangeProfile() {
  return useApiMutation(
    (callApi, changes: OperationBody<'PATCH /own'>) => callApi('PATCH /own', { body: changes }),
    {
      changes: ['me'],
      says: t('Saved'),
      showsErrorsItself: true,
    },
  );
}

export function useRequestAddressChange(onDone: () => void) {
  return useApiMutation(
    (callApi, asked: EmailChangeRequest) => callApi('PUT /own/address', { body: asked }),
    {
      changes: ['own'],
      says: ({ email }) => t('A link was sent to {email}', { email }),
      onDone,
      showsErrorsItself: true,
    },
  );
}

/** Refetches all visible data, because days begin at another time in the new time zone. */
export function useSetTimeZone() {
  const client = useQueryClient();
  return useApiMutation(
    (callApi, change: OperationBody<'PUT /account/time-zone'>) =>
      callApi('PUT /account/time-zone', { body: change }),
    {
      changes: ['me'],
      says: ({ time_zone }) => t('Time zone changed to {time_zone}', { time_zone }),
      onDone: () => void client.invalidateQueries(),
      showsErrorsItself: true,
    },
  );
}

export function useChangePassword(onDone: () => void) {
  return useApiMutation((callApi, change: PasswordChange) => callApi('PUT /password', { body: change }), {
    changes: ['sign-ins'],
    says: ({ signed_out }) =>
      signed_out === 0
        ? t('Password changed')
        : t(
            'Password changed. Signed out of {signed_out, plural, one {# other browser} other {# other browsers}}.',
            { signed_out },
          ),
    onDone,
    showsErrorsItself: true,
  });
}

export function useSignOut() {
  return useApiMutation(
    (callApi, sign_in_id: string) => callApi('DELETE /sign-ins', { query: { sign_in_id } }),
    {
      changes: ['sign-ins'],
      says: t('Browser signed out'),
    },
  );
}

export function useSignOutEverywhere(onDone: () => void) {
  return useApiMutation((callApi) => callApi('DELETE /sign-ins/all'), { changes: [], onDone });
}

export function useBeginSecondFactor() {
  return useApiMutation((callApi) => callApi('POST /second-factor'), { changes: [] });
}

export function useTurnOnSecondFactor(onDone: (codes: string[]) => void) {
  return useApiMutation(
    (callApi, given: SecondFactorActivation) => callApi('PUT /second-factor', { body: given }),
    {
      changes: ['second-factor'],
      onDone: ({ recovery_codes }) => onDone(recovery_codes),
      showsErrorsItself: true,
    },
  );
}

export function useTurnOffSecondFactor(onDone: () => void) {
  return useApiMutation(
    (callApi, given: OperationBody<'DELETE /second-factor'>) =>
      callApi('DELETE /second-factor', { body: given }),
    {
      changes: ['second-factor'],
      says: t('Two-factor sign-in is off'),
      onDone,
      showsErrorsItself: true,
    },
  );
}
