import { fieldLabel, memberLabel } from './labels.ts';
import { KEY_REUSED } from './idempotencyKeys.ts';
import { CODE_WORDS, NOT_FOUND_WORDS, REASON_WORDS } from './reasons.ts';
import { plural, t } from '../language/t.ts';
import type { FailureDetails } from '../../src/service/reasons.ts';

/** A refused member, and the rule in words for people. */
export type FieldError = { path: readonly string[]; rule: string };

/** A refusal in words, with the member where it names one. */
type ErrorText = { code: string; message: string; fault?: FieldError };

/** Composes the words of a refusal from its code and its details. */
export function describeError(code: string, details: FailureDetails | undefined): ErrorText {
  const rule = details && describeRule(details);
  if (!details || rule === undefined)
    return { code, message: CODE_WORDS[code] ?? CODE_WORDS['BAD_REQUEST'] ?? code };
  if (details.rule === 'already_used') return { code: KEY_REUSED, message: rule };
  if (details.path === null || details.rule === 'still_running') return { code, message: rule };
  const fault = { path: details.path.split('.'), rule };
  return { code, message: fieldSentence(fault), fault };
}

function fieldSentence({ path, rule }: FieldError): string {
  return `${fieldLabel(path)}: ${rule}`;
}

/** Undefined where a newer server has a rule that this page does not know. */
function describeRule({ path, rule, limit, values = {} }: FailureDetails): string | undefined {
  if (rule === 'not_found') return ownProperty(NOT_FOUND_WORDS, String(limit));
  const reason: ((values: object) => string) | undefined = ownProperty(REASON_WORDS, rule);
  if (reason) return reason(values);
  const say = ownProperty(RULES, rule);
  const word = say?.(Array.isArray(limit) ? limit.join(', ') : String(limit ?? ''));
  return word ?? (path === null ? undefined : NOT_AS_ASKED);
}

function ownProperty<T extends object>(table: T, name: string) {
  return Object.hasOwn(table, name) ? Reflect.get(table, name) : undefined;
}

type RuleText = (limit: string) => string | undefined;

const NOT_AS_ASKED = t('has an invalid format');

const FORMATS: Readonly<Record<string, string>> = {
  uuid: t('select an entry'),
  email: t('must be an email address'),
  uri: t('must be a URL'),
  timestamp: t('must be a date'),
  date: t('must be a date'),
  'date-time': t('must be a date'),
};

const TYPES: Readonly<Record<string, string>> = {
  integer: t('must be a whole number'),
  number: t('must be a number'),
  string: t('must be text'),
  boolean: t('must be yes or no'),
  array: t('must be a list'),
  object: t('must be an object'),
};

const atLeastOne = (least: string) =>
  least === '1' ? t('needs at least one') : t('must be at least {least}', { least });
const atMost = (most: string) => t('must be at most {most}', { most });

const RULES: Readonly<Record<string, RuleText>> = {
  required: () => t('required'),
  min_length: (least) =>
    least === '1'
      ? t('required')
      : t('must be at least {characters}', { characters: plural(Number(least), 'character') }),
  max_length: (most) => t('must be at most {characters}', { characters: plural(Number(most), 'character') }),
  max_characters: (most) => t('must be at most {most} characters in total', { most }),
  min_items: atLeastOne,
  max_items: atMost,
  min_properties: atLeastOne,
  max_properties: atMost,
  unique_items: () => t('must not contain duplicates'),
  minimum: (least) => t('must be at least {least}', { least }),
  maximum: (most) => t('must be at most {most}', { most }),
  exclusive_minimum: (bound) => t('must be greater than {bound}', { bound }),
  exclusive_maximum: (bound) => t('must be less than {bound}', { bound }),
  enum: (values) => t('must be one of {values}', { values: values.replaceAll(WIRE_NAME, memberLabel) }),
  format: (format) => FORMATS[format],
  type: (types) => TYPES[types.split(', ')[0] ?? ''],
};

const WIRE_NAME = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g;
