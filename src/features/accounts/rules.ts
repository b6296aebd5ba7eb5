import { name } from '../../lib/schema/rules.ts';

export const ACCOUNT_NAME = name(200);
