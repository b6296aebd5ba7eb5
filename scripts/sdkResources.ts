import { readGroups, type SdkGroup, type SdkMethod } from './sdkMethods.ts';
import type { ServedDocument } from './sdkOperations.ts';
import { Types } from './sdkRecords.ts';

const HEAD = '/* Written by `npm run sdk-records` from the OpenAPI document. */';

/** Writes the objects of the TypeScript client, with a method for each operation that a key can call. */
export function writeResources(served: ServedDocument): string {
  const types = new Types(served.components.schemas);
  const groups = readGroups(served);
  const classes = groups.map((group) => writeClass(types, group)).join('\n\n');
  const used = new Set(classes.match(/\b[A-Z]\w+/g));
  const names = types.names().filter((name) => used.has(name));
  return [
    HEAD,
    [
      `import type { Answer } from './answer.ts';`,
      `import { List, pageOf, recordOf } from './lists.ts';`,
      `import type {\n${[...names, 'Operations']
        .toSorted()
        .map((name) => `  ${name},\n`)
        .join('')}} from './records.ts';`,
      `import type { CallOptions } from './transport.ts';`,
    ].join('\n'),
    CALL,
    classes,
    writeAll(groups),
    '',
  ].join('\n\n');
}

const CALL = `type Call = <Name extends keyof Operations>(
  name: Name,
  input: Operations[Name]['input'],
  options?: CallOptions,
) => Answer<Operations[Name]['answer']>;`;

function writeClass(types: Types, { name, methods }: SdkGroup): string {
  return [
    `/** The methods of \`ops.${name}\`. */`,
    `export class ${classOf(name)} {`,
    '  readonly #call: Call;',
    '',
    '  constructor(call: Call) {',
    '    this.#call = call;',
    '  }',
    ...methods.map((method) => `\n${writeMethod(types, method)}`),
    '}',
  ].join('\n');
}

function writeMethod(types: Types, method: SdkMethod): string {
  const { name, about, operation, returns } = method;
  const options = [...argumentsOf(types, method), 'options?: CallOptions'].join(', ');
  const input = inputOf(method);
  const call = `this.#call('${operation}', ${input}, options)`;
  const [type, value] =
    returns.kind === 'list'
      ? listOf(types, method, call)
      : returns.kind === 'record'
        ? [`Answer<${types.write(returns.record)}>`, `${call}.convert(recordOf)`]
        : [`Answer<${types.write(method.answer)}>`, call];
  return [`  /** ${about} */`, `  ${name}(${options}): ${type} {`, `    return ${value};`, '  }'].join('\n');
}

function argumentsOf(types: Types, { id, query, body, preset }: SdkMethod): string[] {
  const filter = query && types.name(query.name, query.schema);
  const type = query?.omitted === undefined ? filter : `Omit<${filter}, '${query.omitted}'>`;
  return [
    ...(id === undefined ? [] : ['id: string']),
    ...(preset ? [`${preset.argument}: string`] : []),
    ...(query ? [`query: ${type}${query.is_required ? '' : ' = {}'}`] : []),
    ...(body ? [`body: ${types.write(body.schema)}${body.is_required ? '' : ' = {}'}`] : []),
  ];
}

function inputOf({ id, query, body, preset, returns }: SdkMethod): string {
  const bounded = returns.kind === 'list' ? 'query: { ...query, ...bounds }' : 'query';
  const fixed = Object.entries(preset?.members ?? {}).map(([name, value]) => `${name}: '${value}'`);
  const members = [
    ...(id === undefined ? [] : [id === 'id' ? 'query: { id }' : `query: { ${id}: id }`]),
    ...(query ? [bounded] : []),
    ...(body ? ['body'] : []),
    ...(preset ? [`body: { ${[...fixed, preset.argument].join(', ')} }`] : []),
  ];
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

function listOf(types: Types, { returns, answer }: SdkMethod, call: string): [type: string, value: string] {
  if (returns.kind !== 'list') throw new Error('not a list');
  const { page, item, member, keys } = returns.list;
  const type = `List<'${member}', ${types.write(item)}, ${types.write(page)}>`;
  const read = answer.oneOf ? `${call}.convert(pageOf)` : call;
  const names = keys.map((key) => `'${key}'`).join(', ');
  return [type, `new List('${member}', [${names}], query, (bounds) =>\n      ${read},\n    )`];
}

function writeAll(groups: readonly SdkGroup[]): string {
  const lines = groups.map(({ name }) => `  readonly ${name}: ${classOf(name)};`);
  const made = groups.map(({ name }) => `    this.${name} = new ${classOf(name)}(call);`);
  return [
    '/** All objects of the client. */',
    'export class Resources {',
    ...lines,
    '',
    '  constructor(call: Call) {',
    ...made,
    '  }',
    '}',
  ].join('\n');
}

function classOf(group: string): string {
  return group.charAt(0).toUpperCase() + group.slice(1);
}
