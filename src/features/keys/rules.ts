import { notBlank } from '../../lib/rules.ts';

export const KEY_NAME = notBlank(200);
