import { badRequest } from '../../lib/errors.ts';
import { formReasons } from './reasons.ts';
import type { Reason } from '../../lib/text/reasons.ts';

/**
 * A field in the format that the form editor writes and the glasses support. Fields in another format are stored
 * unchanged, and their answers are not validated.
 */
export type SupportedFormField = {
  key: string;
  label: string;
  type: FormFieldType | undefined;
  required: boolean;
  options: readonly string[];
  help: string | undefined;
  position: number | undefined;
};

const FIELD_TYPES = ['text', 'long_text', 'number', 'date', 'time', 'yes_no', 'choice', 'choices'] as const;
export type FormFieldType = (typeof FIELD_TYPES)[number];

export type FormAnswers = Record<string, unknown>;

type Members = Record<string, unknown>;

/** Returns the fields in the supported format, sorted by `position`. Other fields are omitted. */
export function selectSupportedFields(fields: readonly object[]): SupportedFormField[] {
  const known = fields.flatMap((field) => readField({ ...field }) ?? []);
  return known.toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || 0);
}

function readField({
  key,
  label,
  type,
  required,
  options,
  help,
  position,
}: Members): SupportedFormField | undefined {
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

/** 400 for numbers beyond the safe integers, because JavaScript would silently round them. */
export function assertExactNumbers(value: unknown, member: string): void {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw badRequest(member, formReasons.number_not_exact({ most: Number.MAX_SAFE_INTEGER }));
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) assertExactNumbers(part, member);
}

/** 400 if an answer does not match the type of its field. Missing answers are accepted. */
export function assertAnswersMatchFields(fields: readonly SupportedFormField[], answers: FormAnswers): void {
  for (const field of fields) {
    const answer = findAnswer(field, answers);
    const fault =
      field.type === undefined || isBlank(answer) ? undefined : faultOf(field.type, field, answer);
    if (fault !== undefined) throw badRequest(`answers.${field.key}`, fault);
  }
}

/** The keys of required fields without an answer. */
export function listMissingFieldKeys(fields: readonly SupportedFormField[], answers: FormAnswers): string[] {
  return fields
    .filter((field) => field.required && isBlank(findAnswer(field, answers)))
    .map(({ key }) => key);
}

/** Returns the answer of a field. Callers choose the keys, so inherited members such as `constructor` are ignored. */
export function findAnswer({ key }: Pick<SupportedFormField, 'key'>, answers: FormAnswers): unknown {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

function isBlank(answer: unknown): boolean {
  if (typeof answer === 'string') return answer.trim() === '';
  return answer === undefined || answer === null || (Array.isArray(answer) && answer.length === 0);
}

function faultOf(type: FormFieldType, { options }: SupportedFormField, answer: unknown): Reason | undefined {
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

/** A choice field without options accepts any text. */
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
