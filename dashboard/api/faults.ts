import { DONE_BEFORE } from './once.ts';
import { labelOf, wordOf } from './labels.ts';
import { plural, t } from '../language/t.ts';

/** A refused member, and the rule in words for people. */
export type Fault = { path: readonly string[]; rule: string };

/** A refused input as the server tells it. */
export type InputFault = { path: string; rule: string; limit: string | number | readonly string[] | null };

export function readFault({ path, rule, limit }: InputFault): Fault {
  return { path: path.split('.'), rule: wordRule(rule, limit) };
}

export function sentenceOf({ path, rule }: Fault): string {
  return `${labelOf(path)}: ${rule}`;
}

/** A refusal of an act that was sent before. */
export function readOnce({ rule }: InputFault): { code?: string; told: string } | undefined {
  if (rule === 'already_used')
    return {
      code: DONE_BEFORE,
      told: t('This was saved already, as it was sent before. Look at it before you send it again.'),
    };
  return rule === 'still_running'
    ? { told: t('This is still being done. Try again in a few seconds.') }
    : undefined;
}

function wordRule(rule: string, limit: InputFault['limit']): string {
  const say = Object.hasOwn(RULES, rule) ? RULES[rule] : undefined;
  return say?.(Array.isArray(limit) ? limit.join(', ') : String(limit ?? '')) ?? NOT_AS_ASKED;
}

type Say = (limit: string) => string | undefined;

const NOT_AS_ASKED = t('is not in the form that is asked for');

/** The remedy of the operator for an address that the service blocks. */
const OR_ALLOWED = t(
  'unless the setting WEBHOOK_ALLOW of this service names its host: WEBHOOK_ALLOW=127.0.0.1, for example',
);

const FORMATS: Readonly<Record<string, string>> = {
  uuid: t('choose one'),
  email: t('must be an e-mail address'),
  uri: t('must be a web address'),
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
  object: t('must be a group of values'),
};

const atLeastOne = (least: string) =>
  least === '1' ? t('needs at least one') : t('must be at least {least}', { least });
const atMost = (most: string) => t('must be at most {most}', { most });

const RULES: Readonly<Record<string, Say>> = {
  required: () => 'required',
  /** The server has words only. */
  stated: (words) => words.replaceAll(WIRE_NAME, wordOf),
  min_length: (least) =>
    least === '1'
      ? 'required'
      : t('must be at least {characters}', { characters: plural(Number(least), 'character') }),
  max_length: (most) => t('must be at most {characters}', { characters: plural(Number(most), 'character') }),
  max_characters: (most) => t('must be at most {most} characters in all', { most }),
  min_items: atLeastOne,
  max_items: atMost,
  min_properties: atLeastOne,
  max_properties: atMost,
  unique_items: () => t('must not hold the same twice'),
  minimum: (least) => t('must be {least} or more', { least }),
  maximum: (most) => t('must be {most} or less', { most }),
  exclusive_minimum: (bound) => t('must be more than {bound}', { bound }),
  exclusive_maximum: (bound) => t('must be less than {bound}', { bound }),
  enum: (values) => t('must be one of {values}', { values: values.replaceAll(WIRE_NAME, wordOf) }),
  format: (format) => FORMATS[format],
  type: (types) => TYPES[types.split(', ')[0] ?? ''],
  public_address: () => t('must lead to a public address, {OR_ALLOWED}', { OR_ALLOWED }),
  https: () => t('must begin with https:// and lead to a public address, {OR_ALLOWED}', { OR_ALLOWED }),
};

const WIRE_NAME = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g;
