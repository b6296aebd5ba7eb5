import { Type, type Static } from 'typebox';
import { Answer, Input, Uuid } from '../../lib/schema.ts';
import { ACCOUNT_NAME } from './rules.ts';

export const AccountChanges = Input({ name: Type.String(ACCOUNT_NAME) });
export type AccountChanges = Static<typeof AccountChanges>;

export const Account = Answer({ account_id: Uuid, name: Type.String() });
export type Account = Static<typeof Account>;
