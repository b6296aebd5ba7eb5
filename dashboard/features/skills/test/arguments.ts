/** Something to begin with: every member that the schema asks for, with a value of its type. */
export function exampleOf(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required.map(String) : Object.keys(Object(properties));
  return Object.fromEntries(names.map((name) => [name, valueOf(Object(Object(properties)[name]))]));
}

function valueOf(schema: { type?: unknown; default?: unknown; enum?: unknown; examples?: unknown }): unknown {
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return '';
  }
}

/** Undefined for anything but an object. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
