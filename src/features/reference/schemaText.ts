import { plural as counting } from '../../lib/text/plural.ts';
import { isNullable, typesOf, variantsOf, type Schema } from '../../lib/schema/openapi.ts';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'timestamp',
  email: 'email address',
  uri: 'URL',
};

/** Describes the type of a value in words, for example "UUID or null" or "array of strings". */
export function describeSchemaType(schema: Schema): string {
  const names = new Set(variantsOf(schema).flatMap(plainTypes));
  if (names.size === 0) names.add('any value');
  return [...names, ...(isNullable(schema) ? ['null'] : [])].join(' or ');
}

function plainTypes(schema: Schema): string[] {
  const types = typesOf(schema).filter((type) => type !== 'null');
  return types.map((type) => {
    if (type === 'array')
      return schema.items ? `array of ${plural(describeSchemaType(schema.items))}` : 'array';
    return type === 'string' && schema.format !== undefined ? (FORMATS[schema.format] ?? type) : type;
  });
}

function plural(name: string): string {
  return name.endsWith('s') || name.includes(' or ') ? name : `${name}s`;
}

/** Describes the limits of a value in words. Returns undefined if the value has no limits. */
export function describeSchemaLimits(schema: Schema): string | undefined {
  const { 'x-rule': rule } = schema;
  if (rule !== undefined) return rule.charAt(0).toUpperCase() + rule.slice(1);
  return (
    range(schema.minLength, schema.maxLength, 'character') ??
    range(schema.minItems, schema.maxItems, 'element') ??
    range(schema.minimum, schema.maximum)
  );
}

function range(low: number | undefined, high: number | undefined, unit?: string): string | undefined {
  const top = high === undefined || high >= Number.MAX_SAFE_INTEGER ? undefined : high;
  if (low === undefined && top === undefined) return undefined;
  if (top === undefined) return `At least ${counted(low ?? 0, unit)}`;
  if (low === undefined) return `At most ${counted(top, unit)}`;
  return `${low.toLocaleString('en-US')} to ${counted(top, unit)}`;
}

function counted(count: number, unit: string | undefined): string {
  return unit === undefined ? count.toLocaleString('en-US') : counting(count, unit);
}
