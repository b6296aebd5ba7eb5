export { scopes } from '../../../src/doors/germanScopes.ts';
