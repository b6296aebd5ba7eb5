import {
  Ajv2020,
  type ErrorObject,
  type FuncKeywordDefinition,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from '../schema/type.ts';
import { badRequest, detailsOf, Failure, invalidInput, type FailureDetails } from '../errors.ts';
import { schemaReasons } from '../schema/reasons.ts';
import type { Reason } from '../text/reasons.ts';
import { bareEventId, isEventId, isUuid } from '../ids.ts';
import { isVisibleName } from '../text/visibleText.ts';
import { isTimestamp, readTimestamp, restorePlusInOffset } from '../time/timestamps.ts';
import { createNormalizer, type FormatNormalizers } from './formatNormalizers.ts';

/**
 * JSON Schema keyword that limits the length of a list or object as JSON. A limit of the number of members does not
 * limit their size.
 */
const MAX_CHARACTERS: FuncKeywordDefinition = {
  keyword: 'x-max-characters',
  schemaType: 'number',
  validate: (most: number, value: unknown) => JSON.stringify(value).length <= most,
  error: { message: ({ schema }) => `must be at most ${String(schema)} characters as JSON` },
};

const shared = {
  removeAdditional: true,
  useDefaults: true,
  strict: true,
  allowUnionTypes: true,
  verbose: true,
} as const;
/** Validators: bodies are typed JSON; query values are text and are coerced to the declared type. */
const bodies = withFormats(new Ajv2020({ ...shared, coerceTypes: false }));
const queries = withFormats(new Ajv2020({ ...shared, coerceTypes: true }));

/** Canonical forms of ids in queries. Timestamps stay as sent, because filters of lists need all digits. */
const QUERY_SPELLINGS: FormatNormalizers = {
  uuid: (text) => text.toLowerCase(),
  'event-id': bareEventId,
};
const BODY_SPELLINGS: FormatNormalizers = {
  ...QUERY_SPELLINGS,
  timestamp: (text) => readTimestamp(text).at.toISOString(),
};

/** Validates one input. Returns it with defaults, in canonical form, and without unknown members. */
export type Reader<S extends TSchema> = (input: unknown) => Static<S>;

// A missing body is read as an empty object, so that the error names the required members.
export function bodyReader<S extends TSchema>(schema: S | undefined): Reader<S> {
  const prepare = (input: unknown) => (input === undefined ? {} : input);
  return reader(schema, { ajv: bodies, spellings: BODY_SPELLINGS, whole: 'body', prepare });
}

export function queryReader<S extends TSchema>(schema: S | undefined): Reader<S> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Declared> };
  const prepare = (input: unknown) => readAsText(withoutEmptyValues(input), properties);
  return reader(schema, { ajv: queries, spellings: QUERY_SPELLINGS, whole: 'query', prepare });
}

/** A kind of input: its name in error messages, and the preparation before validation. */
type Reading = {
  ajv: Ajv2020;
  spellings: FormatNormalizers;
  whole: string;
  prepare: (input: unknown) => unknown;
};

function reader<S extends TSchema>(
  schema: S | undefined,
  { ajv, spellings, whole, prepare }: Reading,
): Reader<S> {
  if (!schema) return () => undefined as Static<S>;
  // The schema is compiled at the first input, because compiling all schemas would delay the start noticeably.
  let validate: ValidateFunction | undefined;
  const respell = createNormalizer(schema, spellings);
  return (input) => {
    validate ??= ajv.compile(schema);
    const prepared = prepare(input);
    if (!validate(prepared)) throw validationFailure(validate.errors, whole);
    assertFinite(Object(prepared));
    return (respell ? respell(prepared) : prepared) as Static<S>;
  };
}

/** Rejects numbers that overflow to infinity, such as 1e400, which the validator accepts. */
function assertFinite(members: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(members)) {
    if (value === Infinity || value === -Infinity) throw badRequest(name, schemaReasons.not_finite);
  }
}

/** Validates responses in tests: all members must be declared and all required members present. */
export function createAnswerCheck(schema: TSchema): (answer: unknown) => ValidateFunction['errors'] {
  let validate: ValidateFunction | undefined;
  return (answer) => {
    validate ??= answers.compile(schema);
    return validate(answer) ? null : validate.errors;
  };
}

const answers = withFormats(new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }));

type Declared = { type?: unknown; format?: unknown };

/**
 * Prepares query parameters before coercion: integers must be digits, and a space in a timestamp's time zone becomes
 * `+` again.
 */
function readAsText(
  query: Record<string, unknown>,
  declared: Record<string, Declared>,
): Record<string, unknown> {
  const read = ([name, value]: [string, unknown]): [string, unknown] => {
    const { type, format } = (Object.hasOwn(declared, name) && declared[name]) || {};
    if (type === 'integer' && typeof value === 'string' && !DIGITS.test(value))
      throw invalidInput(
        { path: name, rule: 'type', limit: 'integer' },
        `${name}: ${describeType('integer')}`,
      );
    return [name, format === 'timestamp' && typeof value === 'string' ? restorePlusInOffset(value) : value];
  };
  return Object.fromEntries(Object.entries(query).map(read));
}

const DIGITS = /^[0-9]+$/;

/** An empty parameter such as `?status=` counts as absent. */
function withoutEmptyValues(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== ''));
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  addFormats.default(ajv, ['date-time', 'email', 'uri']);
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('event-id', isEventId);
  ajv.addFormat('name', isVisibleName);
  ajv.addFormat('timestamp', isTimestamp);
  ajv.addKeyword('rule');
  ajv.addKeyword(MAX_CHARACTERS);
  return ajv;
}

type Refused = { message: string; details: FailureDetails | undefined };

function validationFailure(errors: Errors, whole: string) {
  const { message, details } = describeFault(errors, whole);
  return new Failure('BAD_REQUEST', message, {}, details);
}

type Errors = readonly ErrorObject[] | null | undefined;

/** Returns the first validation error as a message and as structured details: the member, then the rule. */
export function describeFault(errors: Errors, inputName: string, above = ''): Refused {
  const [error] = errors ?? [];
  if (!error)
    return { message: `${inputName}: invalid`, details: { path: inputName, rule: 'invalid', limit: null } };
  const path = pathOf(error, inputName, above);
  if (error.keyword === 'required')
    return { message: `${path}: required`, details: { path, rule: 'required', limit: null } };
  const reason = reasonOf(error);
  if (reason) return { message: `${path}: ${reason.text}`, details: detailsOf(path, reason) };
  return { message: `${path}: ${ruleOf(error)}`, details: { path, ...codeOf(error) } };
}

function pathOf({ instancePath, params }: ErrorObject, whole: string, above: string): string {
  const missing: unknown = params['missingProperty'];
  const parts = [
    above,
    instancePath.slice(1).replaceAll('/', '.'),
    typeof missing === 'string' ? missing : '',
  ];
  return parts.filter((part) => part !== '').join('.') || whole;
}

/** Returns the reason that the schema declares for all its rules. */
function reasonOf({ parentSchema }: ErrorObject): Reason | undefined {
  return parentSchema?.['rule'];
}

function codeOf({ keyword, schema, parentSchema }: ErrorObject): Omit<FailureDetails, 'path'> {
  const values: unknown = parentSchema?.['enum'];
  if (keyword === 'type' && Array.isArray(values)) return { rule: 'enum', limit: values.map(String) };
  const name = keyword.replace(/^x-/, '').replaceAll('-', '_');
  const rule = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { rule, limit: keyword === 'uniqueItems' ? null : limitOf(schema) };
}

function limitOf(limit: unknown): FailureDetails['limit'] {
  if (Array.isArray(limit)) return limit.map(String);
  return typeof limit === 'number' || typeof limit === 'string' ? limit : null;
}

function ruleOf({ keyword, params, message = 'invalid', parentSchema }: ErrorObject): string {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'enum':
      return `must be one of ${listOf(params['allowedValues'])}`;
    case 'format':
      return `must be a valid ${String(params['format'])}`;
    case 'type':
      if (Array.isArray(parentSchema?.['enum'])) return `must be one of ${listOf(parentSchema['enum'])}`;
      return describeType(params['type']);
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'uniqueItems':
      return `items ${params['i']} and ${params['j']} are equal`;
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return `must have at least ${counted(limit, COUNTED[keyword])}`;
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${counted(limit, COUNTED[keyword])}`;
    default:
      return message;
  }
}

const COUNTED = {
  minLength: 'character',
  maxLength: 'character',
  minItems: 'item',
  maxItems: 'item',
  minProperties: 'member',
  maxProperties: 'member',
};

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Describes one or several JSON types: "must be a string or null". */
export function describeType(types: unknown): string {
  const named = [types].flat().map((type) => {
    if (type === 'null') return 'null';
    return `${/^[aio]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
  });
  return `must be ${named.join(' or ')}`;
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values);
}
