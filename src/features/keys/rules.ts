import { ALL_SCOPES, type Scope } from '../../access/scopes.ts';
import { name } from '../../lib/schema/rules.ts';

export const KEY_NAME = name(200);

/** The addresses and networks that one key may be bound to. */
export const MOST_ADDRESSES = 20;

/** Only the operator can grant write access to sessions. */
export const OFFERED_SCOPES: readonly Scope[] = ALL_SCOPES.filter((scope) => scope !== 'write:sessions');
