import type { Schema } from '../src/lib/schema/openapi.ts';
import {
  readEvents,
  readOperations,
  typeName,
  type SdkOperation,
  type ServedDocument,
} from './sdkOperations.ts';

const HEAD = '/* Written by `npm run sdk-records` from the OpenAPI document. */';

/** Writes the records, events and operations of the public API as TypeScript types. */
export function writeRecords(served: ServedDocument): string {
  const types = new Types(served.components.schemas);
  const operations = readOperations(served).map((one) => describeOperation(types, one));
  const events = readEvents(served).map((schema) => types.write(schema));
  types.write({ $ref: '#/components/schemas/Error' });
  return [
    HEAD,
    ...types.writeNamed(),
    `/** The body of a webhook delivery; \`event\` distinguishes the event types. */\nexport type WebhookEvent = ${events.join(' | ')};`,
    `/** The code of an error. */\nexport type ErrorCode = ErrorBody['error'];`,
    writeOperations(operations),
    writeCalls(operations),
    '',
  ].join('\n\n');
}

type Described = { name: string; about: string; input: string; answer: string; call: string };

function describeOperation(types: Types, operation: SdkOperation): Described {
  const { name, about, query, body, answer, method, path, is_repeatable } = operation;
  const members = [
    ...(query ? [member('query', types.name(query.name, query.schema), query.is_required)] : []),
    ...(body ? [member('body', types.write(body.schema), body.is_required)] : []),
  ];
  return {
    name,
    about,
    input: members.length > 0 ? `{ ${members.join(' ')} }` : '{}',
    answer: types.write(answer),
    call: `['${method}', '${path}', ${is_repeatable}]`,
  };
}

function writeOperations(operations: readonly Described[]): string {
  const lines = operations.map(
    ({ name, about, input, answer }) =>
      `  /** ${about} */\n  ${name}: { input: ${input}; answer: ${answer} };`,
  );
  return `/** The input and the response of each operation. */\nexport type Operations = {\n${lines.join('\n')}\n};`;
}

function writeCalls(operations: readonly Described[]): string {
  const lines = operations.map(({ name, call }) => `  ${name}: ${call},`);
  return (
    `type Call = readonly ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, boolean];\n\n` +
    '/** Method and path of each operation; true if it can be retried after a lost response. */\n' +
    `export const CALLS: Record<keyof Operations, Call> = {\n${lines.join('\n')}\n};`
  );
}

/** Converts schemas to TypeScript types. The type of a named schema is written once. */
export class Types {
  readonly #schemas: Record<string, Schema>;
  readonly #named = new Map<string, { about: string; type: string }>();

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  write(schema: Schema): string {
    const { $ref, enum: values, const: only, anyOf, oneOf, allOf } = schema;
    if ($ref !== undefined) return this.#refer($ref.slice($ref.lastIndexOf('/') + 1));
    if (only !== undefined) return literal(only);
    if (values) return values.map(literal).join(' | ');
    // If a schema has properties and variants, the variants only declare which properties are required.
    const union = schema.properties ? undefined : (anyOf ?? oneOf);
    if (union) return union.map((one) => this.write(one)).join(' | ');
    if (allOf) return allOf.map((one) => this.write(one)).join(' & ');
    return this.#writePlain(schema);
  }

  /** Writes the type of a named schema once, and returns the name. */
  name(name: string, schema: Schema): string {
    const about = aboutOf(schema);
    if (!this.#named.has(name)) {
      // The name is registered before the type is written, because a record may refer to itself.
      this.#named.set(name, { about, type: name });
      this.#named.set(name, { about, type: this.write(schema) });
    }
    return name;
  }

  names(): string[] {
    return [...this.#named.keys()];
  }

  writeNamed(): string[] {
    return [...this.#named]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { about, type }]) => `${about}export type ${name} = ${type};`);
  }

  #refer(component: string): string {
    return this.name(typeName(component), this.#schemas[component] ?? {});
  }

  #writePlain({ type, items, ...schema }: Schema): string {
    if (type === undefined) return 'unknown';
    const types = typeof type === 'string' ? [type] : type;
    return types.map((one) => this.#writeType(one, items ?? {}, schema)).join(' | ');
  }

  #writeType(type: string, items: Schema, schema: Schema): string {
    switch (type) {
      case 'integer':
        return 'number';
      case 'array':
        return listOf(this.write(items));
      case 'object':
        return schema.properties && schema.additionalProperties !== true
          ? this.#writeObject(schema)
          : 'Record<string, unknown>';
      default:
        return type;
    }
  }

  #writeObject({ properties = {}, required = [] }: Schema): string {
    const members = Object.entries(properties).map(
      ([name, schema]) => aboutOf(schema) + member(name, this.write(schema), required.includes(name)),
    );
    return `{${indent(['', ...members].join('\n'))}\n}`;
  }
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Writes a member. An optional member also accepts undefined, which is not sent. */
function member(name: string, type: string, is_required: boolean): string {
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  if (is_required) return `${key}: ${type};`;
  return type === 'unknown' ? `${key}?: unknown;` : `${key}?: ${type} | undefined;`;
}

function listOf(type: string): string {
  return type.includes(' | ') ? `(${type})[]` : `${type}[]`;
}

function aboutOf({ description, deprecated }: Schema): string {
  const lines = [...(description ? [description] : []), ...(deprecated ? ['@deprecated'] : [])];
  return lines.length > 0 ? `/** ${lines.join(' ').replaceAll('*/', '*\\/')} */\n` : '';
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
