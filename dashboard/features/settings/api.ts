import { queryOptions } from '@tanstack/react-query';
import type { FactorSecret, TurningOn } from '../../../src/features/secondFactor/contract.ts';
import type { NewPassword, SignIn } from '../../../src/features/signin/contract.ts';
import { consoleClient } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';

export type { FactorSecret, NewPassword, SignIn };

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async ({ signal }) =>
    (await consoleClient.get<{ sign_ins: SignIn[] }>('/sign-ins', {}, signal)).sign_ins,
});

export const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => consoleClient.get<{ is_on: boolean }>('/second-factor', {}, signal),
});

export function useRenameAccount() {
  return useAct((account: { name: string }) => consoleClient.patch('/account', {}, account), {
    changes: ['me'],
    says: 'Account renamed',
    shows_errors_itself: true,
  });
}

export function useChangePassword(onDone: () => void) {
  return useAct((change: NewPassword) => consoleClient.put<{ signed_out: number }>('/password', change), {
    changes: ['sign-ins'],
    says: ({ signed_out }) =>
      signed_out === 0
        ? 'Password changed'
        : `Password changed, and signed out of ${signed_out} other browsers`,
    onDone,
    shows_errors_itself: true,
  });
}

export function useSignOut() {
  return useAct((sign_in_id: string) => consoleClient.delete('/sign-ins', { sign_in_id }), {
    changes: ['sign-ins'],
    says: 'Signed out there',
  });
}

export function useSignOutEverywhere(onDone: () => void) {
  return useAct(() => consoleClient.delete('/sign-ins/all'), { changes: [], onDone });
}

export function useBeginFactor() {
  return useAct(() => consoleClient.post<FactorSecret>('/second-factor'), { changes: [] });
}

export function useTurnOnFactor(onDone: (codes: string[]) => void) {
  return useAct(
    (given: TurningOn) => consoleClient.put<{ recovery_codes: string[] }>('/second-factor', given),
    {
      changes: ['second-factor'],
      onDone: ({ recovery_codes }) => onDone(recovery_codes),
      shows_errors_itself: true,
    },
  );
}

export function useTurnOffFactor(onDone: () => void) {
  return useAct((given: { code: string }) => consoleClient.delete('/second-factor', {}, given), {
    changes: ['second-factor'],
    says: 'The second factor is off',
    onDone,
    shows_errors_itself: true,
  });
}
