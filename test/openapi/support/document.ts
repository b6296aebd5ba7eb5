import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A part of the served OpenAPI document. */
export type DocumentPart = Record<string, any>;

export type Described = { path: string; method: string; operation: DocumentPart };

/** Returns all operations of the document. */
export function operationsIn({ paths }: DocumentPart): Described[] {
  return Object.entries<DocumentPart>(paths).flatMap(([path, item]) =>
    Object.entries<DocumentPart>(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Resolves a reference; a part without a reference is returned unchanged. */
export function resolveReference(document: DocumentPart, part: DocumentPart): DocumentPart {
  if (typeof part['$ref'] !== 'string') return part;
  const names = part['$ref'].slice(2).split('/');
  return names.reduce((at, name) => at[name], document);
}

/** Returns a validator of values against the schema at a path of the document. */
export function createSchemaValidator(
  document: DocumentPart,
): (place: readonly string[], value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  return (place, value) => {
    const names = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.compile({ $ref: `document#/${names.join('/')}` });
    return validate(value) ? [] : (validate.errors ?? []).map(wordsOf);
  };
}

function wordsOf({ instancePath, message }: ErrorObject): string {
  return `${instancePath} ${message}`;
}

/** Returns the path of an answer's schema. */
export function answerSchemaPath(
  document: DocumentPart,
  path: string,
  method: string,
  status: number,
): string[] {
  const place = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const reference = document['paths'][path]?.[method.toLowerCase()]?.responses[status]?.$ref;
  const found = typeof reference === 'string' ? reference.slice(2).split('/') : place;
  return [...found, 'content', 'application/json', 'schema'];
}
