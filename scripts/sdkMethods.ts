import type { Schema } from '../src/lib/schema/openapi.ts';
import { readOperations, type SdkOperation, type ServedDocument } from './sdkOperations.ts';

/** A list: the type of its page, the member with the records, and the members that identify a record. */
export type SdkList = { page: Schema; member: string; item: Schema; keys: string[] };

/** A method of the SDKs, independent of the language. A method calls one operation. */
export type SdkMethod = {
  name: string;
  about: string;
  operation: string;
  answer: Schema;
  /** The query parameter that is the first argument. */
  id: string | undefined;
  /** The query parameters, as one argument. A list does not take the id of one record. */
  query: (NonNullable<SdkOperation['query']> & { omitted: string | undefined }) | undefined;
  body: SdkOperation['body'];
  /** Members of the body that are always sent, and the member that is the first argument. */
  preset: { members: Readonly<Record<string, string>>; argument: string } | undefined;
  returns:
    | { kind: 'answer' }
    | { kind: 'list'; list: SdkList }
    | { kind: 'record'; record: Schema; member: string };
};

/** The methods of one object of the client, such as `ops.tasks`. */
export type SdkGroup = { name: string; methods: SdkMethod[] };

/** The objects of tags whose last word is not the name of the object. */
const GROUP_NAMES: Readonly<Record<string, string>> = { 'Request log': 'requests' };

/** Methods whose name is not that of their operation without the noun of the object. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  createInvitation: 'inviteMember',
  getDeletion: 'deletion',
};

/** Operations that are methods of the client itself: `ops.whoami()`. */
const CLIENT_METHODS: readonly string[] = ['getIdentity'];

/** Groups the operations that a key can call, so that each is a method of one object. */
export function readGroups(served: ServedDocument): SdkGroup[] {
  const groups = new Map<string, SdkMethod[]>();
  for (const operation of readOperations(served)) {
    if (!operation.is_authenticated || CLIENT_METHODS.includes(operation.name)) continue;
    const group = GROUP_NAMES[operation.tag] ?? (operation.tag.split(' ').at(-1) ?? '').toLowerCase();
    const methods = methodsOf(operation, group, served.components.schemas);
    groups.set(group, [...(groups.get(group) ?? []), ...methods]);
  }
  return [...groups].map(([name, methods]) => ({ name, methods }));
}

type Schemas = Readonly<Record<string, Schema>>;

function methodsOf(operation: SdkOperation, group: string, schemas: Schemas): SdkMethod[] {
  const find = (schema: Schema): Schema => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  const answers = operation.answer.oneOf ?? [operation.answer];
  const page = answers.find((one) => isPage(find(one)));
  const plain = plainMethod(operation, group);
  if (page)
    return listMethods(
      plain,
      answers.find((one) => one !== page),
      listOf(page, find),
    );
  const imports = IMPORTS[operation.name];
  if (!imports || !operation.body) return [plain];
  // The first variant of the body creates a record, the second one imports it.
  const [created = {}] = operation.body.schema.oneOf ?? operation.body.schema.anyOf ?? [];
  const body = { ...operation.body, schema: created };
  return [
    { ...plain, body },
    { ...plain, ...imports, body: undefined },
  ];
}

/** Operations that create a record, or import it from the library if the body says so. */
const IMPORTS: Readonly<Record<string, Pick<SdkMethod, 'name' | 'about' | 'preset'>>> = {
  createForm: {
    name: 'import',
    about: 'Copy a form of the library.',
    preset: { members: { action: 'import' }, argument: 'template_id' },
  },
};

function plainMethod(operation: SdkOperation, group: string): SdkMethod {
  const { name, about, query, body, answer } = operation;
  const [id = '', ...more] = Object.keys(query?.schema.properties ?? {});
  const is_id = query?.is_required === true && more.length === 0 && /(?:^|_)id$/.test(id);
  return {
    name: nameOf(name, group),
    about,
    operation: name,
    answer,
    id: is_id ? id : undefined,
    query: query && !is_id ? { ...query, omitted: undefined } : undefined,
    body,
    preset: undefined,
    returns: { kind: 'answer' },
  };
}

/** Removes the noun of the object: `rotateWebhookSecret` of `webhooks` becomes `rotateSecret`. */
function nameOf(operation: string, group: string): string {
  const noun = group.replace(/s$/, '');
  const pattern = new RegExp(`^([a-z]+)${noun.charAt(0).toUpperCase()}${noun.slice(1)}s?(?=[A-Z]|$)`);
  return METHOD_NAMES[operation] ?? operation.replace(pattern, '$1');
}

/** A path that lists records or returns one, depending on its parameters, becomes two methods. */
function listMethods(plain: SdkMethod, record: Schema | undefined, list: SdkList): SdkMethod[] {
  const singular = list.member.replace(/s$/, '');
  const names = Object.keys(plain.query?.schema.properties ?? {});
  const id = record && names.find((name) => name === 'id' || name === `${singular}_id`);
  const about = plain.about.replace(/, or get one .*$/, '.').replace(', browse ', ', or browse ');
  const query = plain.query && { ...plain.query, omitted: id };
  const listing: SdkMethod = { ...plain, about, query, returns: { kind: 'list', list } };
  if (!record || id === undefined) return [listing];
  const returns = { kind: 'record' as const, record, member: list.member };
  return [listing, { ...plain, name: 'get', about: `Get one ${singular}.`, id, query: undefined, returns }];
}

function listOf(page: Schema, find: (schema: Schema) => Schema): SdkList {
  const members = Object.entries<Schema>(find(page).properties ?? {});
  const [member, { items = {} }] = members.find(([, { type }]) => type === 'array') ?? ['', {}];
  const { required = [] } = find(items);
  const keys = required.includes('id') ? ['id'] : required.filter((name) => name.endsWith('_id'));
  return { page, member, item: items, keys };
}

function isPage({ properties = {} }: Schema): boolean {
  return 'limit' in properties && 'offset' in properties;
}
