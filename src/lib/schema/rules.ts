import { isVisibleName, VISIBLE } from '../text/visibleText.ts';
import { schemaReasons } from './reasons.ts';
import type { Reason } from '../text/reasons.ts';

/** Validation rule of a text as JSON Schema options, shared by all APIs. */
export type TextRule = {
  minLength: number;
  maxLength: number;
  pattern?: string;
  format?: 'name';
  rule: Reason;
};

/** Rule for required titles and names: at least one visible character. */
export function notBlankRule(maxLength: number): TextRule {
  return {
    minLength: 1,
    maxLength,
    pattern: VISIBLE,
    rule: schemaReasons.length_not_blank({ least: 1, most: maxLength }),
  };
}

/** Rule for names that other people see: no control, direction or invisible characters. */
export function nameRule(maxLength: number): TextRule {
  return {
    ...notBlankRule(maxLength),
    format: 'name',
    rule: schemaReasons.name_characters({ most: maxLength }),
  };
}

export function meetsRule(text: string, { minLength, maxLength, pattern = '', format }: TextRule): boolean {
  const length = Array.from(text).length;
  if (length < minLength || length > maxLength) return false;
  return new RegExp(pattern, 'u').test(text) && (format === undefined || isVisibleName(text));
}
