import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { FactorSecret, TurningOn } from '../../../src/features/secondFactor/contract.ts';
import type { NewAddress, NewPassword, SignIn } from '../../../src/features/signin/contract.ts';
import { ask } from '../../api/client.ts';
import type { BodyOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { plural, t } from '../../language/t.ts';

export type { FactorSecret, NewPassword, SignIn };

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async ({ signal }) => (await ask('GET /sign-ins', { signal })).sign_ins,
});

export const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => ask('GET /second-factor', { signal }),
});

export function useRenameAccount() {
  return useAct((ask, account: BodyOf<'PATCH /account'>) => ask('PATCH /account', { body: account }), {
    changes: ['me'],
    says: t('Account renamed'),
    showsErrorsItself: true,
  });
}

export function useSetAccountLogo() {
  return useAct((ask, logo: string) => ask('PUT /account/logo', { body: { logo } }), {
    changes: ['account-logo'],
    says: t('Logo changed'),
    showsErrorsItself: true,
  });
}

export function useRemoveAccountLogo() {
  return useAct((ask) => ask('DELETE /account/logo'), {
    changes: ['account-logo'],
    says: t('Logo removed'),
  });
}

export const addressQuery = queryOptions({
  queryKey: ['own', 'address'],
  queryFn: ({ signal }) => ask('GET /own/address', { signal }),
});

export function useChangeOwn() {
  return useAct((ask, changes: BodyOf<'PATCH /own'>) => ask('PATCH /own', { body: changes }), {
    changes: ['me'],
    says: t('Saved'),
    showsErrorsItself: true,
  });
}

export function useAskForAddress(onDone: () => void) {
  return useAct((ask, asked: NewAddress) => ask('PUT /own/address', { body: asked }), {
    changes: ['own'],
    says: ({ email }) => t('A link is on its way to {email}', { email }),
    onDone,
    showsErrorsItself: true,
  });
}

/** All that is shown is asked for again: its days are other ones. */
export function useSetTimeZone() {
  const client = useQueryClient();
  return useAct(
    (ask, change: BodyOf<'PUT /account/time-zone'>) => ask('PUT /account/time-zone', { body: change }),
    {
      changes: ['me'],
      says: ({ time_zone }) => t('Days begin and end at midnight, {time_zone}', { time_zone }),
      onDone: () => void client.invalidateQueries(),
      showsErrorsItself: true,
    },
  );
}

export function useChangePassword(onDone: () => void) {
  return useAct((ask, change: NewPassword) => ask('PUT /password', { body: change }), {
    changes: ['sign-ins'],
    says: ({ signed_out }) =>
      signed_out === 0
        ? t('Password changed')
        : t('Password changed, and signed out of {signed_out}', {
            signed_out: plural(signed_out, 'other browser'),
          }),
    onDone,
    showsErrorsItself: true,
  });
}

export function useSignOut() {
  return useAct((ask, sign_in_id: string) => ask('DELETE /sign-ins', { query: { sign_in_id } }), {
    changes: ['sign-ins'],
    says: t('Signed out there'),
  });
}

export function useSignOutEverywhere(onDone: () => void) {
  return useAct((ask) => ask('DELETE /sign-ins/all'), { changes: [], onDone });
}

export function useBeginFactor() {
  return useAct((ask) => ask('POST /second-factor'), { changes: [] });
}

export function useTurnOnFactor(onDone: (codes: string[]) => void) {
  return useAct((ask, given: TurningOn) => ask('PUT /second-factor', { body: given }), {
    changes: ['second-factor'],
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
    showsErrorsItself: true,
  });
}

export function useTurnOffFactor(onDone: () => void) {
  return useAct(
    (ask, given: BodyOf<'DELETE /second-factor'>) => ask('DELETE /second-factor', { body: given }),
    {
      changes: ['second-factor'],
      says: t('The second factor is off'),
      onDone,
      showsErrorsItself: true,
    },
  );
}
