import { ALL_SCOPES, type Scope } from '../../access/scopes.ts';

/** The requested scopes that are allowed, each once, in a fixed order. */
export function intersectScopes(asked: readonly string[], allowed: readonly string[]): Scope[] {
  return ALL_SCOPES.filter((scope) => asked.includes(scope) && allowed.includes(scope));
}
