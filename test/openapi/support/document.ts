import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A part of the served document, as its readers find it. */
export type Part = Record<string, any>;

export type Described = { path: string; method: string; operation: Part };

/** Every operation of the document, with what its references lead to at hand. */
export function operationsIn({ paths }: Part): Described[] {
  return Object.entries<Part>(paths).flatMap(([path, item]) =>
    Object.entries<Part>(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** The part itself, or what its reference leads to. */
export function follow(document: Part, part: Part): Part {
  if (typeof part['$ref'] !== 'string') return part;
  const names = part['$ref'].slice(2).split('/');
  return names.reduce((at, name) => at[name], document);
}

/** Checks values by a place of the document, as a tool does that read it. */
export function checkerOf(document: Part): (place: readonly string[], value: unknown) => string[] {
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

/** Where the schema of an answer is. */
export function answerPlace(document: Part, path: string, method: string, status: number): string[] {
  const place = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const reference = document['paths'][path]?.[method.toLowerCase()]?.responses[status]?.$ref;
  const found = typeof reference === 'string' ? reference.slice(2).split('/') : place;
  return [...found, 'content', 'application/json', 'schema'];
}
