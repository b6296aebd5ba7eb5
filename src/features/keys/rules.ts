import { ALL_SCOPES, type Scope } from '../../access/scopes.ts';
import { name } from '../../lib/rules.ts';

export const KEY_NAME = name(200);

/** Only the operator can grant write access to sessions. */
export const OFFERED_SCOPES: readonly Scope[] = ALL_SCOPES.filter((scope) => scope !== 'write:sessions');
