import type { TextRule } from '../../lib/schema/rules.ts';

export const DELETION_URL: TextRule = {
  minLength: 1,
  maxLength: 2_048,
  pattern: '^[^\\s\\u0000-\\u001f]+$',
  rule: 'must be a URL of at most 2048 characters',
};
export const DELETION_SECRET: TextRule = {
  minLength: 16,
  maxLength: 255,
  rule: 'must be 16 to 255 characters',
};
