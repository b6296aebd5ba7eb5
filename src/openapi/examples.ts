import type { Operation } from '../doors/declaration.ts';
import { buildExample } from '../features/reference/example.ts';
import { exampleBody, knownValuesOfRequest } from '../features/reference/sampleRequest.ts';
import type { ApiOperation, ApiResponse, Content, Schema } from '../lib/schema/openapi.ts';
import { mapValues } from './schemas.ts';

/** Adds examples of the request body and of the response, which show the same record. */
export function withExamples(
  operation: ApiOperation,
  { answer, known: further = {} }: Operation['example'] = {},
): ApiOperation {
  const body = exampleBody(operation);
  const known = { ...knownValuesOfRequest(operation, body), ...further };
  const { requestBody, responses } = operation;
  return {
    ...operation,
    ...(requestBody && {
      requestBody: { ...requestBody, content: addBodyExample(requestBody.content, () => body) },
    }),
    responses: mapValues(responses, (response) =>
      addResponseExample(response, (schema) => answer ?? buildExample(schema, known)),
    ),
  };
}

type MakeExample = (schema: Schema) => unknown;

function addResponseExample({ content, ...response }: ApiResponse, make: MakeExample): ApiResponse {
  return { ...response, ...(content && { content: mapValues(content, (media) => addExample(media, make)) }) };
}

function addBodyExample({ 'application/json': json, ...others }: Content, make: MakeExample): Content {
  return {
    'application/json': addExample(json, make),
    ...mapValues(others, (media) => addExample(media, make)),
  };
}

/** Adds an example to a response without one. Error responses already have an example for each code. */
function addExample(media: Content['application/json'], make: MakeExample): Content['application/json'] {
  return media.examples ? media : { ...media, example: make(media.schema) };
}
