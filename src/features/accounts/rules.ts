import { notBlank } from '../../lib/rules.ts';

export const ACCOUNT_NAME = notBlank(200);
