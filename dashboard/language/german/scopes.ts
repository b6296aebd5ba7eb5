export { germanScopeTexts as scopes } from '../../../src/doors/germanScopes.ts';
