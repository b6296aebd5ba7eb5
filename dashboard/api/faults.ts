import { DONE_BEFORE } from './once.ts';
import { labelOf, wordOf } from './labels.ts';
import { plural, t } from '../language/t.ts';

/** What the server refused: the member that it names, and the rule in words for people. */
export type Fault = { path: readonly string[]; rule: string };

/** Undefined for a message that names no member, such as `The training app cannot be reached`. */
export function readFault(message: string): Fault | undefined {
  const [, name, below = '', rule] = NAMED.exec(message) ?? [];
  if (name === undefined || rule === undefined) return undefined;
  return { path: [name, ...below.split('.').slice(1)], rule: ruleInWords(rule) };
}

/** `title: required`, `config.auth_header.value: required`, `one_of or the_other: one of them is required`. */
const NAMED = /^(?:[a-z_]+ or )?([a-z][a-z0-9_]*)((?:\.[^:.]+)*): (.+)$/s;

/** What the service says of an act that was sent before. */
export function readOnce(code: string, message: string): { code: string; told: string } {
  if (message.startsWith('Idempotency-Key: already'))
    return {
      code: DONE_BEFORE,
      told: t('This was saved already, as it was sent before. Look at it before you send it again.'),
    };
  return message.startsWith('Idempotency-Key: a request')
    ? { code, told: t('This is still being done. Try again in a few seconds.') }
    : { code, told: message };
}

export function sentenceOf({ path, rule }: Fault): string {
  return `${labelOf(path)}: ${rule}`;
}

/** A rule of the server's schemas, said as one would say it to a person. */
function ruleInWords(rule: string): string {
  for (const [schema, say] of RULES) {
    const found = schema.exec(rule);
    if (found) return say(found[1] ?? '');
  }
  return OF_SCHEMAS.test(rule) ? NOT_AS_ASKED : rule.replaceAll(WIRE_NAME, wordOf);
}

type Say = (found: string) => string;

const NOT_AS_ASKED = t('is not in the form that is asked for');

/** What the operator can do about an address that the service refuses. */
const OR_ALLOWED = t(
  'unless the setting WEBHOOK_ALLOW of this service names its host: WEBHOOK_ALLOW=127.0.0.1, for example',
);

const RULES: readonly [RegExp, Say][] = [
  [/^(?:required|is empty|one of them is required|must NOT have fewer than 1 characters)$/, () => 'required'],
  [/^must NOT have fewer than 1 (?:items|properties)$/, () => t('needs at least one')],
  [
    /^must NOT have fewer than (\d+) characters$/,
    (least) => t('must be at least {characters}', { characters: plural(Number(least), 'character') }),
  ],
  [/^must NOT have fewer than (\d+)/, (least) => t('must be at least {least}', { least })],
  [
    /^must NOT have more than (\d+) characters$/,
    (most) => t('must be at most {characters}', { characters: plural(Number(most), 'character') }),
  ],
  [/^must NOT have more than (\d+)/, (most) => t('must be at most {most}', { most })],
  [/^must NOT have duplicate items/, () => t('must not hold the same twice')],
  [/^must be (?:>=|at least) (\S+)$/, (least) => t('must be {least} or more', { least })],
  [/^must be (?:<=|at most) (\S+)$/, (most) => t('must be {most} or less', { most })],
  [/^must be > (\S+)$/, (bound) => t('must be more than {bound}', { bound })],
  [/^must be < (\S+)$/, (bound) => t('must be less than {bound}', { bound })],
  [
    /^must be at most (\d+) characters as JSON$/,
    (most) => t('must be at most {most} characters in all', { most }),
  ],
  [/^must be a valid uuid$/, () => t('choose one')],
  [/^must be a valid email$/, () => t('must be an e-mail address')],
  [/^must be a valid uri$/, () => t('must be a web address')],
  [
    /^must lead to a public address\b/,
    () => t('must lead to a public address, {OR_ALLOWED}', { OR_ALLOWED }),
  ],
  [
    /^must begin with https:\/\//,
    () => t('must begin with https:// and lead to a public address, {OR_ALLOWED}', { OR_ALLOWED }),
  ],
  [/^must be a valid (?:timestamp|date|date-time)$/, () => t('must be a date')],
  [/^must be integer(?: or null)?$/, () => t('must be a whole number')],
  [/^must be number(?: or null)?$/, () => t('must be a number')],
  [/^must be string(?: or null)?$/, () => t('must be text')],
  [/^must be boolean(?: or null)?$/, () => t('must be yes or no')],
  [/^must be array(?: or null)?$/, () => t('must be a list')],
  [/^must be object(?: or null)?$/, () => t('must be a group of values')],
];

/** What else the checker of schemas says. */
const OF_SCHEMAS = /\bNOT\b|^must (?:match|pass|equal|have)\b|constant|keyword/;
const WIRE_NAME = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g;
