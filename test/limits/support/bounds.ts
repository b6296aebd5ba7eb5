import { ANONYMOUS_BODY_LIMITS } from '../../../src/lib/http/bounds.ts';
import { formOf, listBounds, listUnbounded, shapeOf, typeOf, type Bound, type Shape } from './schemaShape.ts';
import type { OperationPlace } from './measureOperations.ts';

/** A declared maximum of an operation, in its query or body. */
export type DeclaredMaximum = Bound & { part: 'query' | 'body' };

export function listDeclaredMaxima({ operation }: OperationPlace): DeclaredMaximum[] {
  return (['query', 'body'] as const).flatMap((part) =>
    listBounds(shapeOf(operation[part])).map((bound) => ({ ...bound, part })),
  );
}

/** Members without their own maximum, and the limit that bounds them. */
const BOUNDED_ELSEWHERE: Record<string, string> = {
  template_image_base64: 'the body, and 10 MB decoded',
  content: 'the body, and 25 MB decoded',
};

const SENT_BY_ANYBODY = `a body of ${ANONYMOUS_BODY_LIMITS.bytes / 1_024} KB and ${ANONYMOUS_BODY_LIMITS.values} values`;

/** Lists the members without a declared maximum. A member that nothing else bounds is a fault. */
export function listMembersWithoutMaximum({
  operation,
}: OperationPlace): { member: string; bounded_by: string | undefined }[] {
  const schemas = [operation.query, operation.body].filter((schema) => schema !== undefined);
  const members = schemas.flatMap((schema) => listUnbounded(shapeOf(schema)));
  const whole = operation.asks_for === 'nothing' ? SENT_BY_ANYBODY : undefined;
  return members.map((member) => ({ member, bounded_by: BOUNDED_ELSEWHERE[member] ?? whole }));
}

/** Creates the smallest valid input with one member that exceeds its maximum by one. */
export function makeInputBeyondMaximum(
  { operation }: OperationPlace,
  { part, member, keyword, maximum }: DeclaredMaximum,
) {
  const own = { query: makeSmallest(shapeOf(operation.query)), body: makeSmallest(shapeOf(operation.body)) };
  const path = member.split(/\.|(?=\[\])/);
  const beyond = (shape: Shape) => excess(shape, keyword, maximum);
  return { ...own, [part]: replaceAt(shapeOf(operation[part]), path, beyond) };
}

function replaceAt(shape: Shape, [name, ...rest]: string[], change: (shape: Shape) => unknown): unknown {
  const form = formOf(shape);
  if (name === undefined || name === '') return change(form);
  if (name === '[]') return [replaceAt(form.items ?? {}, rest, change)];
  const part = form.properties?.[name] ?? {};
  return { ...Object(makeSmallest(form)), [name]: replaceAt(part, rest, change) };
}

function excess(shape: Shape, keyword: Bound['keyword'], maximum: number): unknown {
  switch (keyword) {
    case 'maximum':
      return maximum === Number.MAX_SAFE_INTEGER ? 1e300 : maximum + 1;
    case 'maxLength':
      return 'a'.repeat(maximum + 1);
    case 'maxItems':
      return Array.from({ length: maximum + 1 }, () => makeSmallest(shape.items ?? {}));
    case 'x-max-characters':
      return typeOf(shape) === 'array' ? [{ m: 'a'.repeat(maximum) }] : { m: 'a'.repeat(maximum) };
    case 'maxProperties':
      return Object.fromEntries(Array.from({ length: maximum + 1 }, (_, at) => [`m${at}`, 'x']));
  }
}

function makeSmallest(schema: Shape, member = ''): unknown {
  const shape = formOf(schema);
  if (NAMED[member] !== undefined) return NAMED[member];
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  switch (typeOf(shape)) {
    case 'string':
      return TEXTS[shape.format ?? ''] ?? 'a'.repeat(shape.minLength ?? 1);
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => makeSmallest(shape.items ?? {}));
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, makeSmallest(shape.properties?.[name] ?? {}, name)]),
      );
    case 'integer':
    case 'number':
      return shape.minimum ?? 0;
    default:
      return true;
  }
}

/** Valid values for members whose pattern has no format. */
const NAMED: Record<string, string> = {
  email: 'a@example.com',
  client_id: `app_${'a'.repeat(24)}`,
  from: '2026-03-02',
  to: '2026-03-02',
};

const TEXTS: Record<string, string> = {
  uuid: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40',
  timestamp: '2026-03-02T09:00:00.000Z',
  'date-time': '2026-03-02T09:00:00.000Z',
  uri: 'https://example.com/',
};

export function nameOfBound({ part, member, keyword, maximum }: DeclaredMaximum): string {
  return `${part === 'query' ? '?' : ''}${member} ${keyword} ${maximum}`;
}
