import type { TextRule } from '../../lib/schema/rules.ts';

export const PASSPHRASE: TextRule = {
  minLength: 12,
  maxLength: 1_000,
  pattern: '\\S',
  rule: 'must be 12 to 1000 characters, not blank',
};
