import type { TextRule } from '../../lib/schema/rules.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

export const DELETION_URL_RULE: TextRule = {
  minLength: 1,
  maxLength: 2_048,
  pattern: '^[^\\s\\u0000-\\u001f]+$',
  rule: schemaReasons.url_of_length({ most: 2_048 }),
};
export const DELETION_SECRET_RULE: TextRule = {
  minLength: 16,
  maxLength: 255,
  rule: schemaReasons.length({ least: 16, most: 255 }),
};
