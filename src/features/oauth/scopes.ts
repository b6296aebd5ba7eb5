import { ALL_SCOPES, type Scope } from '../../access/scopes.ts';

/** Of the scopes that were asked for only those that are allowed, in one order and once each. */
export function cutScopes(asked: readonly string[], allowed: readonly string[]): Scope[] {
  return ALL_SCOPES.filter((scope) => asked.includes(scope) && allowed.includes(scope));
}
