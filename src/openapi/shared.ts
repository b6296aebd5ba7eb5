import { isDeepStrictEqual } from 'node:util';
import type {
  ApiDocument,
  ApiOperation,
  ApiResponse,
  Content,
  ResponseHeader,
  Parameter,
  Schema,
} from '../lib/schema/openapi.ts';
import { responseName } from './errors.ts';
import { mapSchemas, mapValues } from './schemas.ts';

type Kind = 'schemas' | 'responses' | 'headers' | 'parameters';
type Reference = { $ref: string };
type Components = Pick<ApiDocument['components'], 'securitySchemes'> & Partial<Record<Kind, object>>;

/** An OpenAPI document whose operations refer to shared components by `$ref`. */
export type DocumentWithRefs = Omit<ApiDocument, 'paths' | 'webhooks' | 'components'> & {
  paths: Record<string, object>;
  webhooks: Record<string, object>;
  components: Components;
};

/** Describes each record, error, header and header parameter once, under `components`, and refers to it by `$ref`. */
export function shareComponents(document: ApiDocument): DocumentWithRefs {
  const shared = new Shared();
  const { securitySchemes } = document.components;
  const paths = mapValues(document.paths, (item) =>
    mapValues(item, (operation) => shareOperation(operation, shared)),
  );
  const webhooks = mapValues(document.webhooks, ({ post }) => ({ post: shareOperation(post, shared) }));
  return { ...document, paths, webhooks, components: { securitySchemes, ...shared.components() } };
}

/** The components that were described so far, by kind and name. */
class Shared {
  #found = new Map<Kind, Map<string, unknown>>();

  add(kind: Kind, name: string, value: unknown): Reference {
    const named = this.#found.get(kind) ?? new Map<string, unknown>();
    this.#found.set(kind, named);
    if (named.has(name) && !isDeepStrictEqual(named.get(name), value))
      throw new Error(`two different ${kind} are called ${name}`);
    named.set(name, value);
    return { $ref: `#/components/${kind}/${name}` };
  }

  components(): Partial<Record<Kind, object>> {
    const sorted = (named: Map<string, unknown>) =>
      Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return Object.fromEntries([...this.#found].map(([kind, named]) => [kind, sorted(named)]));
  }
}

function shareOperation(operation: ApiOperation, shared: Shared): object {
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => shareParameter(parameter, shared)),
    ...(requestBody && {
      requestBody: { ...requestBody, content: shareContent(requestBody.content, shared) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        Number(status) >= 400
          ? shared.add('responses', responseName(response), shareResponse(response, shared))
          : shareResponse(response, shared),
      ]),
    ),
  };
}

function shareParameter(parameter: Parameter, shared: Shared): object {
  const described = { ...parameter, schema: shareSchema(parameter.schema, shared) };
  return parameter.in === 'header' ? shared.add('parameters', parameter.name, described) : described;
}

function shareResponse({ headers, content, ...response }: ApiResponse, shared: Shared): object {
  return {
    ...response,
    ...(headers && { headers: shareHeaders(headers, shared) }),
    ...(content && { content: shareContent(content, shared) }),
  };
}

function shareHeaders(headers: Record<string, ResponseHeader>, shared: Shared): object {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, shared.add('headers', name, header)]),
  );
}

function shareContent(content: Content | NonNullable<ApiResponse['content']>, shared: Shared): object {
  return mapValues(content, (media) => ({ ...media, schema: shareSchema(media.schema, shared) }));
}

function shareSchema(schema: Schema, shared: Shared): Schema {
  const inner = mapSchemas(schema, (one) => shareSchema(one, shared));
  if (!isRecordName(schema.title)) return inner;
  const { title, ...record } = inner;
  return shared.add('schemas', schema.title, record);
}

/** True if the title is one word in PascalCase, which is the name of a record. Other titles are texts for readers. */
function isRecordName(title: string | undefined): title is string {
  return title !== undefined && /^[A-Z][A-Za-z]+$/.test(title);
}
