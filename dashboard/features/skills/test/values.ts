import type { ArgumentPart } from './parts.ts';

export type ArgumentValues = Readonly<Record<string, unknown>>;

/** Returns the initial values of a form: defaults, and required members with only one possible value. */
export function initialValue(part: ArgumentPart): unknown {
  if (part.start !== undefined) return part.start;
  if (!part.isRequired) return undefined;
  switch (part.kind) {
    case 'boolean':
      return false;
    case 'list':
      return [];
    case 'choice':
      return part.options.length === 1 ? part.options[0]?.value : undefined;
    case 'group':
      return Object.fromEntries(
        part.members
          .map(({ name, part: member }) => [name, initialValue(member)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case 'text':
    case 'number':
    case 'json':
      return undefined;
  }
}

/** Returns the value of a new item of a list, which cannot be absent. */
export function newItem(item: ArgumentPart): unknown {
  return initialValue({ ...item, isRequired: true }) ?? emptyItem(item);
}

/** Returns the value of a list item after its field was cleared; the item stays in the list. */
export function emptyItem({ kind }: ArgumentPart): unknown {
  switch (kind) {
    case 'text':
      return '';
    case 'list':
      return [];
    case 'group':
      return {};
    case 'number':
    case 'boolean':
    case 'choice':
    case 'json':
      return null;
  }
}

/** Returns the value of a cleared field: null if the member is required, else undefined. */
export function emptyValue({ isRequired, isNullable }: ArgumentPart): unknown {
  return isRequired && isNullable ? null : undefined;
}

/** Returns a copy with a changed member; `undefined` removes the member. */
export function withMember(values: ArgumentValues, name: string, value: unknown): ArgumentValues {
  const entries = Object.entries(values);
  const isThere = entries.some(([each]) => each === name);
  const next = isThere
    ? entries.map(([each, before]): [string, unknown] => [each, each === name ? value : before])
    : [...entries, [name, value] as const];
  return Object.fromEntries(next.filter(([, each]) => each !== undefined));
}

/** True if the field of a part can show the value. */
export function matchesPart(part: ArgumentPart, value: unknown): boolean {
  if (value === undefined) return true;
  if (value === null && (part.isNullable || (part.kind !== 'group' && part.kind !== 'list'))) return true;
  switch (part.kind) {
    case 'text':
      return typeof value === 'string' && (value === '' || isOfInput(part.input, value));
    case 'number':
      return typeof value === 'number' || typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return part.options.some((option) => isEqualJson(option.value, value));
    case 'list':
      return Array.isArray(value);
    case 'group':
      return isObjectValue(value);
    case 'json':
      return true;
  }
}

/** True if the input can show the value; date inputs of browsers show nothing for an invalid date. */
function isOfInput(input: string, value: string): boolean {
  if (input === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return input !== 'datetime-local' || !Number.isNaN(Date.parse(value));
}

export function isEqualJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isObjectValue(value: unknown): value is ArgumentValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a number. Other text is kept, so that the user loses nothing and the server reports the error. */
export function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return NUMBER.test(trimmed) && Number.isFinite(number) && !isRounded(number) ? number : text;
}

function isRounded(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number);
}

/** Parses a JSON object. Returns undefined for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObjectValue(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
