import { queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => callApi('GET /second-factor', { signal }),
});

/** The initial values of an `IdentityField`. */
export const NO_PROOF = { current_password: '', code: '' };

/** Returns the members of the request body: the code if one was entered, otherwise the password. */
export function identityProof({ current_password, code }: typeof NO_PROOF) {
  return code === '' ? { current_password } : { code };
}
