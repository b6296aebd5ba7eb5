import { createHash } from 'node:crypto';
import { isNullable, typesOf, variantsOf, type KnownValues, type Schema } from '../../lib/schema/openapi.ts';

const MOMENT = '2026-03-02T09:00:00.000Z';
const MAX_DEPTH = 6;

/**
 * Builds an example value: a known value, otherwise the example of the schema, otherwise a value derived from the name.
 * Deterministic: the same arguments always return the same value.
 */
export function buildExample(schema: Schema, known: KnownValues = {}, name = '', depth = 0): unknown {
  const given = knownValue(schema, known, name);
  if (given !== undefined) return given;
  const offered = schema.examples?.[0] ?? schema.const;
  if (offered !== undefined) return offered;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum.includes(HINTS[name]) ? HINTS[name] : schema.enum[0];

  const [variant = schema] = variantsOf(schema);
  if (variant !== schema) return buildExample(variant, known, name, depth);
  const type = typesOf(schema).find((candidate) => candidate !== 'null');
  if (type === 'object') return exampleObject(schema, known, depth);
  if (type === 'array') return exampleArray(schema, known, name, depth);
  return exampleScalar(schema, type, name);
}

/** Returns the value from the request if it matches the schema. Query values are strings, so numbers are parsed. */
function knownValue(schema: Schema, known: KnownValues, name: string): unknown {
  const value = Object.hasOwn(known, name) ? known[name] : undefined;
  const types = [...variantsOf(schema).flatMap(typesOf), ...(isNullable(schema) ? ['null'] : [])];
  if (typeof value === 'string' && !types.includes('string')) return numberFrom(value, types);
  if (schema.enum && !schema.enum.includes(value)) return undefined;
  return isOfType(value, types) ? value : undefined;
}

function numberFrom(text: string, types: readonly string[]): number | undefined {
  if (!types.includes('integer') && !types.includes('number')) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function isOfType(value: unknown, types: readonly string[]): boolean {
  const type = jsonTypeOf(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function exampleObject(
  { properties = {} }: Schema,
  known: KnownValues,
  depth: number,
): Record<string, unknown> {
  if (depth === MAX_DEPTH) return {};
  const members = Object.entries(properties).map(([name, schema]) => [
    name,
    exampleMember(schema, known, name, depth + 1),
  ]);
  return Object.fromEntries(members);
}

/** Builds an example value of a member. Known values of a record are not used for records nested in it. */
function exampleMember(schema: Schema, known: KnownValues, name: string, depth: number): unknown {
  const isRecord = variantsOf(schema).flatMap(typesOf).includes('object');
  if (!isRecord) return buildExample(schema, known, name, depth);
  const given = knownValue(schema, known, name);
  return given === undefined ? buildExample(schema, { id: exampleId(`${name}_id`) }, name, depth) : given;
}

function exampleArray({ items }: Schema, known: KnownValues, name: string, depth: number): unknown[] {
  return items && depth < MAX_DEPTH ? [buildExample(items, known, singular(name), depth + 1)] : [];
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}

/**
 * Builds an example for a value that is neither an object nor an array: a realistic value for a known name, otherwise
 * null or a value of the type.
 */
function exampleScalar(schema: Schema, type: string | undefined, name: string): unknown {
  const telling = HINTS[name];
  if (telling !== undefined && type !== undefined && isOfType(telling, [type])) return telling;
  if (isNullable(schema)) return null;
  if (type === 'string') return exampleText(schema, name);
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  return type === 'boolean' ? true : {};
}

function exampleText({ format, pattern }: Schema, name: string): string {
  if (format === 'uuid') return exampleId(name);
  if (format === 'date-time') return MOMENT;
  if (format === 'email') return 'ada@example.com';
  if (format === 'uri') return 'https://example.com';
  if (pattern?.startsWith('^evt-')) return `evt-${exampleId(name)}`;
  return name === '' ? 'text' : name.replaceAll('_', ' ');
}

/** Derives an example id from a name, so that a name has the same id everywhere on the page. */
export function exampleId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `0198f0c4-7c5e-7${hex.slice(0, 3)}-9${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

const HINTS: Readonly<Record<string, unknown>> = {
  title: 'Replace the filter of pump 7',
  task_title: 'Replace the filter of pump 7',
  name: 'Ada Okafor',
  full_name: 'Ada Okafor',
  user_name: 'Ada Okafor',
  email: 'ada@example.com',
  external_id: 'WO-1042',
  provider: 'fieldservice',
  bundle_name: 'Maintenance basics',
  session_name: 'Pump 7, filter change',
  skill_name: 'Search the manual',
  device_name: 'Glasses 12',
  response_target: 'api',
  summary: 'Filter changed, pump tested for leaks.',
  score: 92,
  message: 'Done',
  url: 'https://example.com/hooks/tenant-ops',
  video_url: 'https://media.example.com/sessions/pump-7.mp4',
  total_minutes: 14,
  last_session_at: '2026-03-02T09:14:00.000Z',
  last_seen_at: MOMENT,
  paired_at: MOMENT,
  has_more: false,
  searched_to: null,
  is_managed: false,
  duration_minutes: 14,
  minutes_consumed: 14,
  duration_ms: 412,
  limit: 50,
  offset: 0,
  access_token: 'tao_…',
  refresh_token: 'tor_…',
  device_token: 'tad_…',
  expires_in: 3_600,
  scope: 'read:tasks write:tasks',
  field_count: 1,
  template_image_url: 'https://media.example.com/forms/pump.png',
  template_mime_type: 'image/png',
  source: 'api',
  priority: 'medium',
};
