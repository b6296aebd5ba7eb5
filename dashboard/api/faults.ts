import { labelOf, wordOf } from './labels.ts';

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

const NOT_AS_ASKED = 'is not in the form that is asked for';

/** What whoever runs the service can do about an address that it refuses. */
const OR_ALLOWED =
  'unless the setting WEBHOOK_ALLOW of this service names its host: WEBHOOK_ALLOW=127.0.0.1, for example';

const RULES: readonly [RegExp, Say][] = [
  [/^(?:required|is empty|one of them is required|must NOT have fewer than 1 characters)$/, () => 'required'],
  [/^must NOT have fewer than 1 (?:items|properties)$/, () => 'needs at least one'],
  [/^must NOT have fewer than (\d+) characters$/, (least) => `must be at least ${least} characters`],
  [/^must NOT have fewer than (\d+)/, (least) => `must be at least ${least}`],
  [/^must NOT have more than (\d+) characters$/, (most) => `must be at most ${most} characters`],
  [/^must NOT have more than (\d+)/, (most) => `must be at most ${most}`],
  [/^must NOT have duplicate items/, () => 'must not hold the same twice'],
  [/^must be (?:>=|at least) (\S+)$/, (least) => `must be ${least} or more`],
  [/^must be (?:<=|at most) (\S+)$/, (most) => `must be ${most} or less`],
  [/^must be > (\S+)$/, (bound) => `must be more than ${bound}`],
  [/^must be < (\S+)$/, (bound) => `must be less than ${bound}`],
  [/^must be at most (\d+) characters as JSON$/, (most) => `must be at most ${most} characters in all`],
  [/^must be a valid uuid$/, () => 'choose one'],
  [/^must be a valid email$/, () => 'must be an e-mail address'],
  [/^must be a valid uri$/, () => 'must be a web address'],
  [/^must lead to a public address$/, () => `must lead to a public address, ${OR_ALLOWED}`],
  [
    /^must begin with https:\/\/$/,
    () => `must begin with https:// and lead to a public address, ${OR_ALLOWED}`,
  ],
  [/^must be a valid (?:timestamp|date|date-time)$/, () => 'must be a date'],
  [/^must be integer(?: or null)?$/, () => 'must be a whole number'],
  [/^must be number(?: or null)?$/, () => 'must be a number'],
  [/^must be string(?: or null)?$/, () => 'must be text'],
  [/^must be boolean(?: or null)?$/, () => 'must be yes or no'],
  [/^must be array(?: or null)?$/, () => 'must be a list'],
  [/^must be object(?: or null)?$/, () => 'must be a group of values'],
];

/** What else the checker of schemas says. */
const OF_SCHEMAS = /\bNOT\b|^must (?:match|pass|equal|have)\b|constant|keyword/;
const WIRE_NAME = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g;
