/*
 * Random values that match a schema or almost do: boundary values, wrong types, missing members and hostile texts. Ids
 * of answers are remembered, so that later requests reach existing records. A seed makes each run repeatable.
 */
import type { TSchema } from '../../src/lib/schema/type.ts';
import { createFuzzedTextWriter, type FuzzedTextWriter } from './fuzzedText.ts';

/** The part of JSON Schema that our declarations use. */
type Shape = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
};

export type Fuzzer = FuzzedTextWriter & {
  /** Returns a value that matches the schema, or almost does. */
  make(schema: TSchema | undefined): unknown;
  /** Returns a random element. */
  pick<T>(of: readonly T[]): T;
  /** Remembers the ids of an answer, so that later calls use existing records. */
  learn(answer: string): void;
};

const TEXTS = [
  '',
  ' ',
  'Pump 7',
  'ä'.repeat(300),
  '😀'.repeat(2_100),
  '\u{D800}',
  '\u0000',
  "'; drop table tasks; --",
  '%_\\',
  '<script>',
  '../../etc/passwd',
  '1e400',
  'null',
  'https://example.com/a',
  'http://127.0.0.1:1/',
  'a@example.com',
  'data:image/png;base64,AAAA',
  'AAAA',
  '\u202Eabc',
  'x'.repeat(70_000),
];
const NUMBERS = [0, 1, -1, 7, 0.5, 100, 101, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308, -1e308];
const TIMES = [
  '2026-03-02T09:00:00.000Z',
  '2026-03-02',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30',
  '+275760-09-13',
  '2026-03-02T09:00:00+14:00',
  '2026-03-02T24:00:00Z',
  '-000001-01-01T00:00:00Z',
  '1970-01-01T00:00:00.0000001Z',
];
const OTHERS = [null, true, [], {}, [[[]]], [null], { a: { b: 'c' } }];
const KNOWN_IDS = 60;

/** Creates a fuzzer; equal seeds give equal choices. */
export function createFuzzer(seed: number): Fuzzer {
  const random = randomOf(seed);
  const ids = ['00000000-0000-0000-0000-000000000000', '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40'];
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

  function make(shape: Shape): unknown {
    if (random() < 0.04) return pick<unknown>([...OTHERS, ...TEXTS, ...NUMBERS]);
    if (shape.const !== undefined) return shape.const;
    if (shape.anyOf) return make(pick(shape.anyOf));
    if (shape.enum) return pick(shape.enum);
    const type = Array.isArray(shape.type) ? pick(shape.type) : shape.type;
    if (type === 'object') return makeObject(shape);
    if (type === 'array') return Array.from({ length: pick([0, 1, 2, 40]) }, () => make(shape.items ?? {}));
    if (type === 'string') return makeText(shape);
    if (type === 'boolean') return random() < 0.5;
    if (type === 'null') return null;
    if (type === 'integer' || type === 'number') return makeNumber(shape);
    return pick<unknown>([...OTHERS, 'x', 1]);
  }

  function makeObject({ properties = {}, required = [] }: Shape): unknown {
    const chosen = Object.entries(properties).filter(
      ([name]) => random() < (required.includes(name) ? 0.97 : 0.4),
    );
    return Object.fromEntries(chosen.map(([name, shape]) => [name, make(shape)]));
  }

  function makeText({ format }: Shape): string {
    if (random() < 0.15) return pick(TEXTS);
    if (format === 'uuid') return pick(ids);
    if (format === 'timestamp' || format === 'date-time' || format === 'date') return pick(TIMES);
    if (format === 'email') return pick(['a@example.com', 'b@example.com', 'x'.repeat(300) + '@example.com']);
    return pick(random() < 0.5 ? ids : TEXTS);
  }

  function makeNumber({ minimum = 0 }: Shape): number {
    return random() < 0.5 ? minimum + Math.floor(random() * 20) : pick(NUMBERS);
  }

  return {
    pick,
    ...createFuzzedTextWriter(random),
    make: (schema) => (schema === undefined ? undefined : make(schema)),
    learn(answer) {
      const found = answer.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
      ids.push(...found.slice(0, 5));
      if (ids.length > KNOWN_IDS) ids.splice(2, ids.length - KNOWN_IDS);
    },
  };
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
