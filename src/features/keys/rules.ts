import { ALL_SCOPES, type Scope } from '../../access/scopes.ts';
import { nameRule } from '../../lib/schema/rules.ts';

export const KEY_NAME_RULE = nameRule(200);

/** The most addresses and networks that a key can be restricted to. */
export const MOST_ALLOWED_ADDRESSES = 20;

/** Only the operator can grant write access to sessions. */
export const OFFERED_SCOPES: readonly Scope[] = ALL_SCOPES.filter((scope) => scope !== 'write:sessions');
