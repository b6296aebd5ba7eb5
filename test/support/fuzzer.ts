import type { TSchema } from 'typebox';

/** What JSON Schema says of a value, as far as our declarations use it. */
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

export type Fuzzer = {
  /** Something that fits the schema, or nearly does. */
  make(schema: TSchema | undefined): unknown;
  /** Any one of these. */
  pick<T>(of: readonly T[]): T;
  /** What was made as a query or a form writes it, or nearly. */
  encode(made: unknown): string;
  /** Headers to come along, most of them odd. */
  makeHeaders(): Record<string, string>;
  /** Takes up the ids of an answer, so that later calls reach what is there. */
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
/** Nothing that a form or a query of a client holds. */
const PIECES = [
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '+',
  '=',
  '&',
  'a[]=1',
  'a.b=1',
  '__proto__=1',
  'constructor=1',
  '',
];
const MOST_ENCODED = 3_000;
const HEADERS: Record<string, string[]> = {
  'Content-Type': [
    'text/plain',
    'application/json; charset=latin1',
    'multipart/form-data',
    'a',
    '/',
    ';;;',
    ',,',
  ],
  'Content-Encoding': ['gzip', 'br', 'x'],
  Accept: ['*/*', 'text/html', 'a;q=9', '\u00ff', ',,,'],
  'Accept-Encoding': ['gzip;q=0', 'br, gzip', ';q=,', 'identity'],
  'Accept-Language': ['de', '*', 'x'.repeat(3_000)],
  Authorization: [
    'Bearer',
    'Bearer  ',
    'Basic Og==',
    'Basic %%%',
    'Bearer tak_',
    `Bearer ${'a'.repeat(5_000)}`,
  ],
  Cookie: ['session=', 'session=a; session=b', '=', ';;;', 'visitor=%00', 'a'.repeat(5_000)],
  'Idempotency-Key': ['', 'a', 'a'.repeat(300), '\u00e9', 'same'],
  'If-None-Match': ['*', '"', 'W/"a", "b"'],
  Origin: ['null', 'https://evil.example', 'x'],
  Range: ['bytes=0-', 'bytes=-1', 'x'],
  'User-Agent': ['', '\u00ff'.repeat(900)],
  'X-Forwarded-For': ['1.2.3.4', '::1, x', 'x'.repeat(3_000)],
  'X-Forwarded-Host': ['evil.example', '\u00e9'],
  'X-Http-Method-Override': ['DELETE'],
};
const OTHERS = [null, true, [], {}, [[[]]], [null], { a: { b: 'c' } }];
const KNOWN_IDS = 60;

/** Chooses the same for the same seed. */
export function fuzzerOf(seed: number): Fuzzer {
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

  function encode(made: unknown): string {
    const members = typeof made === 'object' && made !== null ? Object.entries(made) : [];
    const pairs = members.map(([name, value]) => `${encodeURIComponent(name)}=${escape(String(value))}`);
    while (random() < 0.3) pairs.push(random() < 0.5 ? pick(PIECES) : pick([...pairs, 'a=b']));
    return pairs.join(random() < 0.95 ? '&' : pick([';', '&&', '?', '#']));
  }

  function escape(text: string): string {
    if (random() < 0.1) return pick(PIECES);
    return encodeURIComponent(text.toWellFormed()).slice(0, MOST_ENCODED);
  }

  function makeHeaders(): Record<string, string> {
    const headers: Record<string, string> = {};
    while (random() < 0.4) Object.assign(headers, { [pick(Object.keys(HEADERS))]: '' });
    for (const name of Object.keys(headers)) headers[name] = pick(HEADERS[name] ?? ['']);
    return headers;
  }

  return {
    pick,
    encode,
    makeHeaders,
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
