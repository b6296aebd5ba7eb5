import type { ApiDocument } from '../lib/schema/openapi.ts';
import { writeBrunoCollection } from './collections/bruno.ts';
import { writePostmanCollection } from './collections/postman.ts';
import { OPENAPI_PATH } from './openapi.ts';
import { convertToOpenApi30 } from './openapi30.ts';
import { shareComponents } from './shared.ts';

/** The documents that are written from the description of the API, by path. Each is written at its first request. */
export function apiDocumentsByPath(findDescription: () => ApiDocument): Record<string, () => object> {
  return {
    [OPENAPI_PATH]: () => shareComponents(findDescription()),
    [OPENAPI_30_PATH]: () => convertToOpenApi30(shareComponents(findDescription())),
    [POSTMAN_PATH]: () => writePostmanCollection(findDescription()),
    [BRUNO_PATH]: () => writeBrunoCollection(findDescription()),
  };
}

const OPENAPI_30_PATH = '/v1/openapi-3.0.json';
const POSTMAN_PATH = '/v1/postman.json';
const BRUNO_PATH = '/v1/bruno.json';

/** The paths of documents that are written from the OpenAPI document. */
export const DERIVED_PATHS: readonly string[] = [OPENAPI_30_PATH, POSTMAN_PATH, BRUNO_PATH];
