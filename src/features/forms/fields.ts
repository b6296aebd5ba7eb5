import { badRequest } from '../../lib/errors.ts';
import { formReasons } from './reasons.ts';
import type { Reason } from '../../lib/text/reasons.ts';

/**
 * A field as our own editor writes it and glasses understand it. Fields of another shape are kept as they are,
 * and answers to them are not checked.
 */
export type KnownField = {
  key: string;
  label: string;
  type: FieldType | undefined;
  required: boolean;
  options: readonly string[];
  help: string | undefined;
  position: number | undefined;
};

const FIELD_TYPES = ['text', 'long_text', 'number', 'date', 'time', 'yes_no', 'choice', 'choices'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export type Answers = Record<string, unknown>;

type Members = Record<string, unknown>;

/** The fields of our shape, in the order in which they are asked. */
export function readFields(fields: readonly object[]): KnownField[] {
  const known = fields.flatMap((field) => readField({ ...field }) ?? []);
  return known.toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || 0);
}

function readField({ key, label, type, required, options, help, position }: Members): KnownField | undefined {
  if (typeof key !== 'string' || key.trim() === '') return undefined;
  return {
    key,
    label: typeof label === 'string' && label.trim() !== '' ? label : key,
    type: FIELD_TYPES.find((one) => one === type),
    required: required === true,
    options: Array.isArray(options) ? options.filter((one) => typeof one === 'string') : [],
    help: typeof help === 'string' ? help : undefined,
    position: typeof position === 'number' ? position : undefined,
  };
}

/** Beyond these bounds different numbers are read as the same. */
export function assertExactNumbers(value: unknown, member: string): void {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw badRequest(member, formReasons.number_not_exact({ most: Number.MAX_SAFE_INTEGER }));
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) assertExactNumbers(part, member);
}

/** Refuses an answer that does not fit its field; missing answers are allowed. */
export function assertAnswers(fields: readonly KnownField[], answers: Answers): void {
  for (const field of fields) {
    const answer = findAnswer(field, answers);
    const fault =
      field.type === undefined || isBlank(answer) ? undefined : faultOf(field.type, field, answer);
    if (fault !== undefined) throw badRequest(`answers.${field.key}`, fault);
  }
}

/** The keys of required fields without an answer. */
export function listMissing(fields: readonly KnownField[], answers: Answers): string[] {
  return fields
    .filter((field) => field.required && isBlank(findAnswer(field, answers)))
    .map(({ key }) => key);
}

/** Callers choose keys, `constructor` included, so own members only. */
export function findAnswer({ key }: Pick<KnownField, 'key'>, answers: Answers): unknown {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

function isBlank(answer: unknown): boolean {
  if (typeof answer === 'string') return answer.trim() === '';
  return answer === undefined || answer === null || (Array.isArray(answer) && answer.length === 0);
}

function faultOf(type: FieldType, { options }: KnownField, answer: unknown): Reason | undefined {
  switch (type) {
    case 'text':
    case 'long_text':
      return typeof answer === 'string' ? undefined : formReasons.answer_text;
    case 'number':
      return typeof answer === 'number' ? undefined : formReasons.answer_number;
    case 'date':
      return isDate(answer) ? undefined : formReasons.answer_date;
    case 'time':
      return typeof answer === 'string' && TIME.test(answer) ? undefined : formReasons.answer_time;
    case 'yes_no':
      return typeof answer === 'boolean' ? undefined : formReasons.answer_yes_no;
    case 'choice':
      return isOption(new Set(options), answer)
        ? undefined
        : formReasons.answer_choice({ options: named(options) });
    case 'choices':
      return isSelection(new Set(options), answer)
        ? undefined
        : formReasons.answer_choices({ options: named(options) });
  }
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

function isDate(answer: unknown): boolean {
  if (typeof answer !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(answer)) return false;
  const date = new Date(`${answer}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(answer);
}

const MOST_NAMED = 50;

function named(options: readonly string[]): string {
  const first = options.slice(0, MOST_NAMED).join(', ');
  return options.length > MOST_NAMED ? `${first} and ${options.length - MOST_NAMED} more` : first;
}

/** A field that offers nothing takes any text. */
function isOption(options: ReadonlySet<string>, answer: unknown): boolean {
  return typeof answer === 'string' && (options.size === 0 || options.has(answer));
}

function isSelection(options: ReadonlySet<string>, answer: unknown): boolean {
  return (
    Array.isArray(answer) &&
    answer.every((one) => isOption(options, one)) &&
    new Set(answer).size === answer.length
  );
}
