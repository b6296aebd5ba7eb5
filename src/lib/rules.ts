/** What a text must be, as options of a JSON Schema string, so that every door holds its callers to the same. */
export type TextRule = { minLength: number; maxLength: number; pattern?: string; rule: string };

export function notBlank(maxLength: number): TextRule {
  return { minLength: 1, maxLength, pattern: '\\S', rule: `must be 1 to ${maxLength} characters, not blank` };
}

export function meetsRule(text: string, { minLength, maxLength, pattern = '' }: TextRule): boolean {
  const length = Array.from(text).length;
  return length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(text);
}
