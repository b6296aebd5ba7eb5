import type { Schema } from '../src/lib/schema/openapi.ts';
import {
  readEvents,
  readOperations,
  typeName,
  type SdkOperation,
  type ServedDocument,
} from './sdkOperations.ts';

const HEAD = `# Written by \`npm run sdk-records\` from the OpenAPI document.
"""The records, events and operations of the public API."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, Protocol, Tuple, TypedDict, Union, overload

from .options import CallOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack`;

/** Writes the types of the Python SDK. Unlike in TypeScript, each object type needs a name. */
export function writePythonRecords(served: ServedDocument): string {
  const records = new Records(served.components.schemas);
  const operations = readOperations(served);
  const [overloads, asyncOverloads] = ['def', 'async def'].map((def) =>
    operations.map((one) => writeOverload(records, one, def)),
  );
  const events = readEvents(served).map((schema) => records.write(schema, ''));
  const failure = served.components.schemas['Error']?.properties?.['error'] ?? {};
  records.write({ $ref: '#/components/schemas/Error' }, '');
  const aliases = [
    ...records.writeAliases(),
    writeAlias(
      'WebhookEvent',
      unionOf(events),
      'The body of a webhook delivery; `event` distinguishes the event types.',
    ),
    writeAlias('ErrorCode', records.write(failure, ''), 'The code of an error.'),
  ];
  const names = [
    ...records.names(),
    'AsyncOperations',
    'CALLS',
    'ErrorCode',
    'Operations',
    'WebhookEvent',
  ].toSorted();
  return [
    HEAD,
    `__all__ = [\n${names.map((name) => `    ${text(name)},\n`).join('')}]`,
    '\n' +
      [
        ...records.writeClasses(),
        aliases.join('\n\n'),
        writeOperations('Operations', overloads ?? []),
        writeOperations('AsyncOperations', asyncOverloads ?? []),
      ].join('\n\n\n'),
    '\n' + writeCalls(operations),
  ]
    .join('\n\n')
    .concat('\n');
}

function writeOverload(
  records: Records,
  { name, about, query, body, answer }: SdkOperation,
  def: string,
): string {
  const given = [
    ...(query ? [argument('query', records.name(query.name, query.schema), query.is_required)] : []),
    ...(body ? [argument('body', records.write(body.schema, ''), body.is_required)] : []),
  ];
  const named = ['self', `name: Literal[${text(name)}]`, ...(given.length > 0 ? ['*', ...given] : [])];
  return [
    '@overload',
    `${def} __call__(${[...named, '**options: Unpack[CallOptions]'].join(', ')}) -> ${records.write(answer, '')}:`,
    `    ${documentation(about)}`,
  ].join('\n');
}

function argument(name: string, type: string, is_required: boolean): string {
  return is_required ? `${name}: ${type}` : `${name}: ${type} = ...`;
}

function writeOperations(name: string, overloads: readonly string[]): string {
  const about = documentation('Calls any operation by its name in the OpenAPI document.');
  return indent([`class ${name}(Protocol):`, about, '', overloads.join('\n\n')].join('\n'));
}

function writeCalls(operations: readonly SdkOperation[]): string {
  const lines = operations.map(
    ({ name, method, path, is_repeatable }) =>
      `    ${text(name)}: (${text(method)}, ${text(path)}, ${is_repeatable ? 'True' : 'False'}),\n`,
  );
  const about = 'Method and path of each operation; true if it can be retried after a lost response.';
  return `CALLS: Dict[str, Tuple[str, str, bool]] = {\n${lines.join('')}}\n${documentation(about)}`;
}

/**
 * Converts schemas to Python types. An object becomes a class with the name of its schema, or with a name that is
 * derived from its position.
 */
export class Records {
  readonly #schemas: Record<string, Schema>;
  readonly #classes = new Map<string, string>();
  readonly #aliases = new Map<string, string>();

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  names(): string[] {
    return [...this.#classes.keys(), ...this.#aliases.keys()];
  }

  writeClasses(): string[] {
    return [...this.#classes].toSorted(byName).map(([, code]) => code);
  }

  writeAliases(): string[] {
    return [...this.#aliases].toSorted(byName).map(([, code]) => code);
  }

  /** Returns the type of a schema. An object without its own name is named `place`. */
  write(schema: Schema, place: string): string {
    const { $ref, enum: values, const: only, anyOf, oneOf } = schema;
    if ($ref !== undefined) return this.#refer($ref.slice($ref.lastIndexOf('/') + 1));
    if (only !== undefined) return literalOf([only]);
    if (values) return literalOf(values);
    // If a schema has properties and variants, the variants only declare which properties are required.
    const union = schema.properties ? undefined : (anyOf ?? oneOf);
    if (union) return unionOf(union.map((one) => this.write(one, place)));
    if (schema.allOf) throw new Error(`${place}: several records in one are not known in Python`);
    return this.#writePlain(schema, place);
  }

  /** Writes the type of a named schema once, and returns the name. */
  name(name: string, schema: Schema): string {
    if (this.#classes.has(name) || this.#aliases.has(name)) return name;
    if (!isRecord(schema)) {
      this.#aliases.set(name, '');
      this.#aliases.set(name, writeAlias(name, this.write(schema, name), aboutOf(schema)));
      return name;
    }
    // The name is registered before the type is written, because a record may refer to itself.
    this.#classes.set(name, '');
    this.#classes.set(name, this.#writeClass(name, schema));
    return name;
  }

  #refer(component: string): string {
    return this.name(typeName(component), this.#schemas[component] ?? {});
  }

  #writePlain({ type, items, ...schema }: Schema, place: string): string {
    if (type === undefined) return 'Any';
    const types = typeof type === 'string' ? [type] : type;
    return unionOf(types.map((one) => this.#writeType(one, items ?? {}, schema, place)));
  }

  #writeType(type: string, items: Schema, schema: Schema, place: string): string {
    if (type === 'array') return `List[${this.write(items, place)}]`;
    if (type !== 'object') return PLAIN[type] ?? 'Any';
    return isRecord({ ...schema, type }) ? this.#nameHere(place, schema) : 'Dict[str, Any]';
  }

  #nameHere(place: string, schema: Schema): string {
    if (place in this.#schemas || this.#classes.has(place)) throw new Error(`${place} would be two records`);
    return this.name(place, { ...schema, type: 'object' });
  }

  #writeClass(name: string, schema: Schema): string {
    const { properties = {}, required = [] } = schema;
    const members = Object.entries(properties).map(([key, member]): Member => ({
      key,
      type: this.write(member, name + pascal(key)),
      about: aboutOf(member),
      is_required: required.includes(key),
    }));
    const is_plain = members.every(({ key }) => /^[a-z_]\w*$/i.test(key) && !KEYWORDS.has(key));
    return is_plain ? classOf(name, members, aboutOf(schema)) : callOf(name, members, aboutOf(schema));
  }
}

type Member = { key: string; type: string; about: string; is_required: boolean };

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Python keywords that could be the name of a member or a method. */
export const KEYWORDS = new Set('and as class for from global if import in is not or'.split(' '));

function isRecord({ type, properties, additionalProperties }: Schema): boolean {
  return type === 'object' && properties !== undefined && additionalProperties !== true;
}

/**
 * Writes a TypedDict. Optional members are in a separate class with `total=False`, because Python 3.9 has no
 * `NotRequired`.
 */
function classOf(name: string, members: readonly Member[], about: string): string {
  const needed = members.filter(({ is_required }) => is_required);
  const others = members.filter(({ is_required }) => !is_required);
  if (others.length === 0) return bodyOf(`class ${name}(TypedDict):`, about, needed);
  if (needed.length === 0) return bodyOf(`class ${name}(TypedDict, total=False):`, about, others);
  const base = `_${name}Required`;
  return [
    bodyOf(`class ${base}(TypedDict):`, '', needed),
    bodyOf(`class ${name}(${base}, total=False):`, about, others),
  ].join('\n\n\n');
}

function bodyOf(head: string, about: string, members: readonly Member[]): string {
  const lines = members.map(({ key, type, about }) =>
    about === '' ? `${key}: ${type}` : `${key}: ${type}\n${documentation(about)}`,
  );
  const documented = about === '' ? [] : [documentation(about) + (lines.length > 0 ? '\n' : '')];
  return indent([head, ...documented, ...lines].join('\n'));
}

/**
 * Writes a TypedDict in its call form. Names that are Python keywords or contain a hyphen cannot be written in the
 * class form.
 */
function callOf(name: string, members: readonly Member[], about: string): string {
  const needed = members.filter(({ is_required }) => is_required);
  const others = members.filter(({ is_required }) => !is_required);
  if (needed.length === 0) return writeAlias(name, dictOf(name, others, false), about);
  if (others.length === 0) return writeAlias(name, dictOf(name, needed, true), about);
  const base = `_${name}Required`;
  const rest = `_${name}Optional`;
  return [
    `${base} = ${dictOf(base, needed, true)}\n${rest} = ${dictOf(rest, others, false)}`,
    bodyOf(`class ${name}(${base}, ${rest}):`, about, []),
  ].join('\n\n\n');
}

function dictOf(name: string, members: readonly Member[], total: boolean): string {
  const lines = members.map(
    ({ key, type, about }) => `${about && `        # ${about}\n`}        ${text(key)}: '${type}',\n`,
  );
  return `TypedDict(\n    ${text(name)},\n    {\n${lines.join('')}    },${total ? '' : '\n    total=False,'}\n)`;
}

function writeAlias(name: string, type: string, about: string): string {
  return about === '' ? `${name} = ${type}` : `${name} = ${type}\n${documentation(about)}`;
}

function unionOf(types: readonly string[]): string {
  const [others, is_nullable] = [types.filter((one) => one !== 'None'), types.includes('None')];
  const [only = 'None', ...more] = new Set(others);
  const union = more.length === 0 ? only : `Union[${[only, ...more].join(', ')}]`;
  return is_nullable && others.length > 0 ? `Optional[${union}]` : union;
}

function literalOf(values: readonly unknown[]): string {
  const words = values.filter((value) => value !== null).map(wordOf);
  const literal = `Literal[${words.join(', ')}]`;
  return words.length === values.length ? literal : unionOf([literal, 'None']);
}

function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

function text(value: string): string {
  return JSON.stringify(value);
}

function aboutOf({ description = '', deprecated }: Schema): string {
  return [description, ...(deprecated ? ['Deprecated.'] : [])].join(' ').trim();
}

export function documentation(about: string): string {
  return `"""${about.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')}"""`;
}

function pascal(key: string): string {
  return key.replaceAll(/(?:^|[_-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
}

function indent(code: string): string {
  return code.replaceAll(/\n(?!\n|$)/g, '\n    ');
}
