import type { Operation } from '../doors/declaration.ts';
import { buildExample } from '../features/reference/example.ts';
import { exampleBody, knownFrom } from '../features/reference/sampleRequest.ts';
import type { ApiOperation, ApiResponse, Content, Schema } from '../lib/schema/openapi.ts';
import { mapValues } from './schemas.ts';

/** The operation with examples of its body and of its answer, which tell of the same record. */
export function withExamples(
  operation: ApiOperation,
  { answer, known: further = {} }: Operation['example'] = {},
): ApiOperation {
  const body = exampleBody(operation);
  const known = { ...knownFrom(operation, body), ...further };
  const { requestBody, responses } = operation;
  return {
    ...operation,
    ...(requestBody && {
      requestBody: { ...requestBody, content: showing(requestBody.content, () => body) },
    }),
    responses: mapValues(responses, (response) =>
      answering(response, (schema) => answer ?? buildExample(schema, known)),
    ),
  };
}

type MakeExample = (schema: Schema) => unknown;

function answering({ content, ...response }: ApiResponse, make: MakeExample): ApiResponse {
  return { ...response, ...(content && { content: mapValues(content, (media) => show(media, make)) }) };
}

function showing({ 'application/json': json, ...others }: Content, make: MakeExample): Content {
  return { 'application/json': show(json, make), ...mapValues(others, (media) => show(media, make)) };
}

/** Failures have examples by code. */
function show(media: Content['application/json'], make: MakeExample): Content['application/json'] {
  return media.examples ? media : { ...media, example: make(media.schema) };
}
