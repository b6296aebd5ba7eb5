import { queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => callApi('GET /second-factor', { signal }),
});

/** The empty fields of `IdentityField`. */
export const NO_PROOF = { current_password: '', code: '' };

/** The members of the request body: the code if one was entered, otherwise the password. */
export function identityProof({ current_password, code }: typeof NO_PROOF) {
  return code === '' ? { current_password } : { code };
}
