import { fieldLabel, memberLabelInSentence } from './labels.ts';
import { IDEMPOTENCY_KEY_REUSED } from './idempotencyKeys.ts';
import { ERROR_CODE_TEXTS, NOT_FOUND_TEXTS, REASON_TEXTS } from './reasons.ts';
import { t } from '../language/t.ts';
import type { FailureDetails } from '../../src/service/reasons.ts';

/** An invalid member of a request, and the violated rule as text for the user. */
export type FieldError = { path: readonly string[]; rule: string; format?: string | undefined };

/** The text of an error answer, with the invalid member if the answer names one. */
type ErrorText = { code: string; message: string; fault?: FieldError };

/** Composes the text of an error answer from its code and its details. */
export function describeError(code: string, details: FailureDetails | undefined): ErrorText {
  const rule = details && describeRule(details);
  if (!details || rule === undefined)
    return { code, message: ERROR_CODE_TEXTS[code] ?? ERROR_CODE_TEXTS['BAD_REQUEST'] ?? code };
  if (details.rule === 'already_used') return { code: IDEMPOTENCY_KEY_REUSED, message: rule };
  if (details.path === null || details.rule === 'still_running') return { code, message: rule };
  const format = details.rule === 'format' ? String(details.limit) : undefined;
  const fault = { path: details.path.split('.'), rule, format };
  return { code, message: fieldSentence(fault), fault };
}

/**
 * Translates the stored error of a skill run. Errors without details (old versions, other programs) and errors with
 * an unknown rule are returned unchanged.
 */
export function translateExecutionError(sentence: string, details: FailureDetails | null): string {
  const rule = details && wordRule(details);
  if (!details || !rule) return sentence;
  return details.path === null ? rule : fieldSentence({ path: details.path.split('.'), rule });
}

function fieldSentence({ path, rule }: FieldError): string {
  return `${fieldLabel(path)}: ${rule}`;
}

function describeRule(details: FailureDetails): string | undefined {
  return wordRule(details) ?? (details.path === null ? undefined : NOT_AS_ASKED);
}

/** Returns undefined for an unknown rule, which a newer server may send. */
function wordRule({ rule, limit, values = {} }: FailureDetails): string | undefined {
  if (rule === 'not_found') return ownProperty(NOT_FOUND_TEXTS, String(limit));
  const reason: ((values: object) => string) | undefined = ownProperty(REASON_TEXTS, rule);
  if (reason) return reason(values);
  const say = ownProperty(RULES, rule);
  return say?.(Array.isArray(limit) ? limit.join(', ') : String(limit ?? ''));
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
      : t('must be at least {characters, plural, one {# character} other {# characters}}', {
          characters: Number(least),
        }),
  max_length: (most) =>
    t('must be at most {characters, plural, one {# character} other {# characters}}', {
      characters: Number(most),
    }),
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
  enum: (values) =>
    t('must be one of {values}', { values: values.replaceAll(WIRE_NAME, memberLabelInSentence) }),
  format: (format) => FORMATS[format],
  type: (types) => TYPES[types.split(', ')[0] ?? ''],
};

const WIRE_NAME = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g;
