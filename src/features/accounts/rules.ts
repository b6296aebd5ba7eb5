import { name } from '../../lib/rules.ts';

export const ACCOUNT_NAME = name(200);
