import type { TSchema } from '../schema/type.ts';

/** For each format, a function that converts a value to its canonical form. */
export type FormatNormalizers = Readonly<Record<string, (text: string) => string>>;

type Normalize = (value: unknown) => unknown;
type Shape = TSchema & {
  format?: string;
  items?: TSchema;
  anyOf?: TSchema[];
  properties?: Record<string, TSchema>;
};

/** Returns undefined if the schema contains no format with a normalizer. */
export function createNormalizer(schema: Shape, spellings: FormatNormalizers): Normalize | undefined {
  const { format = '', items, anyOf = [], properties = {} } = schema;
  const spell = spellings[format];
  if (spell) return (value) => (typeof value === 'string' ? spell(value) : value);
  if (items) return ofElements(createNormalizer(items, spellings));
  const variant = anyOf.map((one) => createNormalizer(one, spellings)).find(Boolean);
  return variant ?? ofMembers(properties, spellings);
}

function ofElements(respell: Normalize | undefined): Normalize | undefined {
  return respell && ((value) => (Array.isArray(value) ? value.map(respell) : value));
}

function ofMembers(properties: Record<string, TSchema>, spellings: FormatNormalizers): Normalize | undefined {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const respell = createNormalizer(schema, spellings);
    return respell ? [{ name, respell }] : [];
  });
  if (members.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const own = members.filter(({ name }) => Object.hasOwn(value, name));
    return Object.assign(
      value,
      Object.fromEntries(own.map(({ name, respell }) => [name, respell(Reflect.get(value, name))])),
    );
  };
}
