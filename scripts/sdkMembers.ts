import type { Schema } from '../src/lib/schema/openapi.ts';
import { schemaOf, type ServedDocument, type ServedOperation } from './sdkOperations.ts';

const PREFIX = '/v1/';
const HEAD = `/* Written by \`npm run sdk-records\` from the OpenAPI document. */
import type { Operations } from '../records.ts';

/** The kind of a member, which determines how its command line argument is parsed. */
type Kind = 'text' | 'number' | 'boolean' | 'list' | 'json';

export type Member = {
  name: string;
  kind: Kind;
  about: string;
  is_required?: true;
  /** An empty argument means null. */
  is_nullable?: true;
  choices?: readonly string[];
};

export type DescribedOperation = { name: keyof Operations; about: string; query: readonly Member[]; body: readonly Member[] };
`;

/** Writes the description of each operation that an API key may call, for the command line. */
export function writeOperationMembers({ paths, components }: ServedDocument): string {
  const find = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([, item]) => Object.values(item))
    .filter(({ security = [] }) => security.length > 0)
    .map((operation) => describe(operation, find));
  const lines = operations.map((one) => `  ${JSON.stringify(one)},`);
  return `${HEAD}\nexport const OPERATIONS: readonly DescribedOperation[] = [\n${lines.join('\n')}\n];\n`;
}

type Find = (schema: Schema) => Schema;

function describe({ operationId, summary, parameters, requestBody }: ServedOperation, find: Find) {
  const query = parameters.filter((one) => one.in === 'query');
  return {
    name: operationId,
    about: `${summary}.`,
    query: query.map(({ name = '', description, required = false, schema = {} }) =>
      describeMember(name, { ...find(schema), ...(description && { description }) }, required),
    ),
    body: requestBody ? membersOf(find(schemaOf(requestBody.content)), find) : [],
  };
}

/**
 * Lists the members of a body. If the body has several variants, a member is required only if every variant requires
 * it.
 */
function membersOf(body: Schema, find: Find) {
  const forms = body.properties ? [body] : (body.oneOf ?? body.anyOf ?? []).map(find);
  const properties = Object.assign({}, ...forms.toReversed().map((form) => form.properties ?? {}));
  return Object.entries<Schema>(properties).map(([name, schema]) => {
    const is_required = forms.every(({ required = [] }) => required.includes(name));
    return describeMember(name, { ...find(schema), ...schema }, is_required);
  });
}

function describeMember(name: string, schema: Schema, is_required: boolean) {
  const types = [schema.type ?? 'object'].flat();
  const choices = (schema.enum ?? []).filter((value) => typeof value === 'string');
  return {
    name,
    kind: kindOf(types, schema),
    about: firstSentence(schema.description ?? ''),
    ...(is_required && { is_required }),
    ...(types.includes('null') && { is_nullable: true }),
    ...(choices.length > 0 && { choices }),
  };
}

function kindOf(types: readonly string[], { items }: Schema): string {
  const [type] = types.filter((one) => one !== 'null');
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  return type === 'array' && items?.type === 'string' ? 'list' : 'json';
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
