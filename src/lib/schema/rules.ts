import { isName, VISIBLE } from '../text/visibleText.ts';
import { schemaReasons } from './reasons.ts';
import type { Reason } from '../text/reasons.ts';

/** Rules of a text as JSON Schema options, the same at every door. */
export type TextRule = {
  minLength: number;
  maxLength: number;
  pattern?: string;
  format?: 'name';
  rule: Reason;
};

/** The rule of every required title and name: at least one visible character. */
export function notBlank(maxLength: number): TextRule {
  return {
    minLength: 1,
    maxLength,
    pattern: VISIBLE,
    rule: schemaReasons.length_not_blank({ least: 1, most: maxLength }),
  };
}

/** The rule of names that others read. */
export function name(maxLength: number): TextRule {
  return {
    ...notBlank(maxLength),
    format: 'name',
    rule: schemaReasons.name_characters({ most: maxLength }),
  };
}

export function meetsRule(text: string, { minLength, maxLength, pattern = '', format }: TextRule): boolean {
  const length = Array.from(text).length;
  if (length < minLength || length > maxLength) return false;
  return new RegExp(pattern, 'u').test(text) && (format === undefined || isName(text));
}
