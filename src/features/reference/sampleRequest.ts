import type { ApiDocument, ApiOperation, KnownValues, Schema } from '../../lib/schema/openapi.ts';
import { buildExample } from './example.ts';

/** Builds the URL of a sample request from the example of the operation, or from its required parameters. */
export function exampleUrl({ servers }: ApiDocument, path: string, operation: ApiOperation): string {
  const query = new URLSearchParams(exampleQuery(operation)).toString();
  return `${servers[0]?.url ?? ''}${path}${query === '' ? '' : `?${query}`}`;
}

function exampleQuery(operation: ApiOperation): Record<string, string> {
  const given = Object.entries(exampleParameters(operation));
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Selects the query parameters of a sample request: parameters with an example, and required ones. */
export function exampleParameters({ parameters }: ApiOperation): Record<string, unknown> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const shown = inQuery.filter(({ example, required }) => example !== undefined || required);
  return Object.fromEntries(
    shown.map(({ name, schema, example }) => [name, example ?? buildExample(schema, {}, name)]),
  );
}

export function exampleBody({ requestBody }: ApiOperation): unknown {
  if (!requestBody) return undefined;
  const { schema, example } = requestBody.content['application/json'];
  return example ?? buildExample(withoutOptional(schema));
}

/** Removes optional members, so that a sample body contains only required ones. */
function withoutOptional(schema: Schema): Schema {
  const { properties = {}, required = [] } = schema;
  if (required.length === 0) return schema;
  const needed = Object.entries(properties).filter(([name]) => required.includes(name));
  return { ...schema, properties: Object.fromEntries(needed) };
}

/**
 * Collects the values of the sample request, including the id of the record, so that the sample response repeats them.
 */
export function knownValuesOfRequest(operation: ApiOperation, body: unknown): KnownValues {
  const query = exampleQuery(operation);
  const named = operation.parameters.find(
    ({ name, schema }) => name.endsWith('_id') && schema.format === 'uuid',
  );
  const id = named && query[named.name];
  const members = typeof body === 'object' && body !== null ? { ...body } : {};
  return { ...(id !== undefined && { id }), ...query, ...members };
}
