import type { TextRule } from '../../lib/schema/rules.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

export const PASSPHRASE_RULE: TextRule = {
  minLength: 12,
  maxLength: 1_000,
  pattern: '\\S',
  rule: schemaReasons.length_not_blank({ least: 12, most: 1_000 }),
};
