/** Creates request content that is not JSON. */
export type FuzzedTextWriter = {
  /** Encodes a value as a query or a form, sometimes incorrectly. */
  encode(made: unknown): string;
  /** Creates random headers, most of them unusual. */
  makeHeaders(): Record<string, string>;
};

/** Values that no real client would send. */
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

/** Creates a writer that chooses with the given random numbers. */
export function createFuzzedTextWriter(random: () => number): FuzzedTextWriter {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

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

  return { encode, makeHeaders };
}
