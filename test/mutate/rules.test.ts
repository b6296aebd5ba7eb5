import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawMistakes, listMistakes, type Mistake } from './support/mistakes.ts';

const NONE = { seed: 7, equivalents: [] };

/** Returns the mistakes that a rule plants in a text, line by line. */
function plantedBy(rule: string, text: string): string[] {
  const drawn = drawMistakes(new Map([['a.ts', text]]), NONE);
  return drawn
    .filter((mistake) => mistake.rule === rule)
    .map(({ after }) => after)
    .toArray()
    .toSorted();
}

const RULES: [string, string, string[]][] = [
  ['comparison', 'f(a < b);', ['f(a <= b);']],
  ['comparison', 'f(a === b);', ['f(a !== b);']],
  ['comparison', 'f(a + b);', []],
  [
    'comparison',
    'f(performance.now() < b, a >= b_ms);',
    ['f(performance.now() < b, a <= b_ms);', 'f(performance.now() > b, a >= b_ms);'],
  ],
  ['comparison', 'if (names.size >= MOST_NAMES) names.clear();', []],
  ['comparison', 'if (names.length >= MOST_AT_ONCE) f();', ['if (names.length > MOST_AT_ONCE) f();']],
  ['boundary', 'f(7);', ['f(6);', 'f(8);']],
  ['boundary', 'f(0);', ['f(1);']],
  ['boundary', 'const WAIT_MS = 15_000;', ['const WAIT_MS = 150000;']],
  ['boundary', 'f({ wait_ms: 3 * a });', ['f({ wait_ms: 30 * a });']],
  ['boundary', 'let a: 7 | 8;', []],
  ['boundary', 'let at = -1;\nat = -1;', []],
  ['boundary', 'f(-1);', ['f(-0);', 'f(-2);']],
  ['boundary', 'let by = -2;', ['let by = -1;', 'let by = -3;']],
  [
    'boundary',
    'const [a = 0, { b = 1 }] = c;',
    ['const [a = 0, { b = 0 }] = c;', 'const [a = 0, { b = 2 }] = c;'],
  ],
  ['boundary', 'JSON.stringify(a, null, 2);', []],
  ['boundary', 'f(a, null, 2);', ['f(a, null, 1);', 'f(a, null, 3);']],
  ['boundary', 'f({ maxOldGenerationSizeMb: 8 });', ['f({ maxOldGenerationSizeMb: 80 });']],
  ['boundary', 'f({ rss_mb: 8 });', ['f({ rss_mb: 80 });']],
  ['boundary', 'f({ concurrency_limit: 5 });', []],
  ['boundary', 'const KEYS_LOCK = 7_140_236;', []],
  ['boundary', 'new AsyncCache(50, 7);', ['new AsyncCache(50, 6);', 'new AsyncCache(50, 8);']],
  ['boundary', 'const MOST_CHARACTERS = 20_000;', ['const MOST_CHARACTERS = 200000;']],
  ['boundary', 'f(a_ms / 1_000);', ['f(a_ms / 10000);']],
  [
    'boundary',
    'f(a + 1_000, 5 * 1_000);',
    [
      'f(a + 1001, 5 * 1_000);',
      'f(a + 1_000, 4 * 1_000);',
      'f(a + 1_000, 5 * 1001);',
      'f(a + 1_000, 5 * 999);',
      'f(a + 1_000, 6 * 1_000);',
      'f(a + 999, 5 * 1_000);',
    ],
  ],
  ['boundary', 'const ROWS_AT_ONCE = 500;', []],
  ['boundary', 'const BLOCK_BYTES = 512;', ['const BLOCK_BYTES = 511;', 'const BLOCK_BYTES = 513;']],
  ['boundary', 'const AT_ONCE = 1;', ['const AT_ONCE = 0;', 'const AT_ONCE = 2;']],
  ['boundary', 'const MOST_AT_ONCE = 200;', ['const MOST_AT_ONCE = 199;', 'const MOST_AT_ONCE = 201;']],
  [
    'boundary',
    'const MOST_BYTES = 25 * 1024;',
    ['const MOST_BYTES = 25 * 10240;', 'const MOST_BYTES = 250 * 1024;'],
  ],
  ['boundary', 'const MOST_BYTES = 100_000;', ['const MOST_BYTES = 1000000;']],
  ['boundary', 'const MB = 1024 * 1024;', ['const MB = 1024 * 10240;', 'const MB = 10240 * 1024;']],
  ['boundary', 'f({ bytes: 16 * 1024 });', ['f({ bytes: 16 * 10240 });', 'f({ bytes: 160 * 1024 });']],
  [
    'boundary',
    'f({ max_bytes: 512, max_values: 50_000 });',
    [
      'f({ max_bytes: 511, max_values: 50_000 });',
      'f({ max_bytes: 512, max_values: 49999 });',
      'f({ max_bytes: 512, max_values: 50001 });',
      'f({ max_bytes: 513, max_values: 50_000 });',
    ],
  ],
  ['condition', 'f(a && b);', ['f(a);', 'f(b);']],
  ['condition', 'if (a) f();', ['if (!(a)) f();', 'if (false) f();', 'if (true) f();']],
  ['condition', 'if (a === b) f();', ['if (false) f();', 'if (true) f();']],
  [
    'condition',
    "if (a) throw new Error('b');",
    [
      "if (!(a)) throw new Error('b');",
      "if (false) throw new Error('b');",
      "if (true) throw new Error('b');",
    ],
  ],
  [
    'condition',
    'if (a) throw notFound();',
    ['if (!(a)) throw notFound();', 'if (false) throw notFound();', 'if (true) throw notFound();'],
  ],
  [
    'condition',
    'const f = () => { if (a.length === 0) return b; };',
    ['const f = () => { if (true) return b; };'],
  ],
  ['condition', 'if (a.length === 0) f();', ['if (false) f();', 'if (true) f();']],
  ['condition', 'f(a ? b : c);', ['f(!(a) ? b : c);']],
  ['condition', 'f(!a);', ['f(a);']],
  ['await', 'const a = await b();', ['const a = b();']],
  ['await', 'async function f() { return await b(); }', []],
  ['await', 'await f(a);', ['f(a);']],
  ['fields', 'const A = Input({ ...a, b: 1 });', []],
  ['call', 'await f(a);', [';']],
  ['call', 'a = f();', []],
  ['call', "tools.log.info('a');", []],
  ['call', "tools.log.warn('a');", [';']],
  ['call', 'await file.sync();\nsyncFolder(a);', []],
  ['call', 'await file.close();', [';']],
  ['constant', 'f(true);', ['f(false);']],
  ['constant', 'f(Math.min(a, b));', ['f(Math.max(a, b));']],
  ['default', 'f(a ?? b);', ['f(a);', 'f(b);']],
  ['optional', 'f(a?.b, a?.[0]);', ['f(a.b, a?.[0]);', 'f(a?.b, a[0]);']],
  ['fields', 'f({ ...a, b: 1 });', ['f({ b: 1, ...a });']],
  ['fields', 'f({ a, b, c: 1 });', ['f({ a: b, b: a, c: 1 });']],
];

for (const [rule, text, expected] of RULES) {
  test(`${rule}: ${text}`, () => assert.deepEqual(plantedBy(rule, text), expected));
}

const SQL_RULES: [string, string, string[]][] = [
  ['sql comparison', 'where a <= ${b}', ['db`where a < ${b}`;']],
  [
    'sql comparison',
    'where a <= ${now} and b > now()',
    ['db`where a <= ${now} and b < now()`;', 'db`where a >= ${now} and b > now()`;'],
  ],
  ['sql comparison', 'where a < ${b.seen_after}', ['db`where a > ${b.seen_after}`;']],
  ['sql comparison', 'where a >= ${first_id}', ['db`where a <= ${first_id}`;']],
  ['sql comparison', 'where a < ${firstIdOf(b)}', ['db`where a > ${firstIdOf(b)}`;']],
  ['sql comparison', 'where a < ${due_before + 1}', ['db`where a <= ${due_before + 1}`;']],
  ['sql comparison', "select a->>'b', a <> b, a <@ b", []],
  ['sql comparison', 'where a = ${b < c}', []],
  ['sql order', 'order by a desc, b', ['db`order by a asc, b`;']],
  ['sql lock', 'select a for update skip locked', ['db`select a `;', 'db`select a for update`;']],
  ['sql lock', 'select a for no key update', ['db`select a `;']],
  ['sql conflict', 'insert on conflict (a) do nothing returning b', ['db`insert  returning b`;']],
  ['sql constant', 'select least(a, b)', ['db`select greatest(a, b)`;']],
  ['sql constant', 'where a is not null', ['db`where a is null`;']],
  ['sql constant', 'from a left join b', ['db`from a join b`;']],
];

for (const [rule, statement, expected] of SQL_RULES) {
  const spaced = expected.map((text) => text.replaceAll(/ +/g, ' '));
  test(`${rule}: ${statement}`, () => assert.deepEqual(plantedBy(rule, `db\`${statement}\`;`), spaced));
}

test('a condition of a statement is removed completely, with its brackets', () => {
  const text = 'db`\n  where a = 1\n    and b in (\n      select c\n    )\n    and d = ${e}`;';
  const drawn = drawMistakes(new Map([['a.ts', text]]), NONE);
  const dropped = drawn.filter(({ rule }) => rule === 'sql condition');
  assert.deepEqual(
    dropped
      .map(({ start, end }) => text.slice(start, end))
      .toArray()
      .toSorted(),
    ['and b in (\n      select c\n    )', 'and d = ${e}'],
  );
});

test('a condition that an equality implies is not mutated', () => {
  const text = 'db`\n  where a.b = ${b}\n    and a.b is not null\n    and a.c is not null`;';
  const dropped = listMistakes('a.ts', text).filter(({ rule }) => rule === 'sql condition');
  assert.deepEqual(
    dropped.map(({ start, end }) => text.slice(start, end)),
    ['and a.c is not null'],
  );
});

const FILES = new Map([
  ['a.ts', 'if (a < 7) f(b && c);\nawait g(d ?? 0);'],
  ['b.ts', 'db`select a from b where c < ${d} order by e desc`;'],
]);

test('a seed selects the same mutations again, and another seed selects others', () => {
  const draw = (seed: number) => drawMistakes(FILES, { seed, equivalents: [] }).take(6).toArray();
  assert.equal(draw(7).length, 6);
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
});

const GROWN = new Map([
  ['0.ts', 'f(a && b);'],
  ['a.ts', 'g(c === 7);\nif (a < 7) f(b && c);\nawait g(d ?? 0);\nf(e || d);'],
  ['b.ts', 'db`select a from b where c < ${d} order by f`;'],
]);

test('mutations of unchanged code keep their order after other changes', () => {
  const [drawn, after] = [FILES, GROWN].map((files) => drawMistakes(files, NONE).toArray());
  assert.deepEqual(common(after, drawn), common(drawn, after));
  assert.equal(common(drawn, after).length, 14);
});

test('control: with one random sequence for all files, the order changes with earlier code', () => {
  const [drawn, after] = [FILES, GROWN].map((files) => drawInSequence(files));
  assert.notDeepEqual(common(after, drawn), common(drawn, after));
});

/** Draws mistakes in the order of a fixed pseudo-random sequence. */
function drawInSequence(files: ReadonlyMap<string, string>): Mistake[] {
  return [...files]
    .flatMap(([file, text]) => listMistakes(file, text))
    .map((mistake, at) => ({ mistake, turn: ((at * 7_919) % 104_729) % 31 }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ mistake }) => mistake);
}

function common(some: Mistake[] = [], others: Mistake[] = []): string[] {
  const names = others.map(nameOf);
  return some.map(nameOf).filter((name) => names.includes(name));
}

test('mutations with the same text have a position and a number each', () => {
  const drawn = drawMistakes(new Map([['a.ts', 'f(a);\nf(a);\nf(a);']]), NONE).toArray();
  const numbers = drawn.map(({ line, ordinal }) => ordinal - line);
  assert.deepEqual(numbers, [-1, -1, -1]);
  assert.deepEqual(new Set(drawn.map(({ ordinal }) => ordinal)), new Set([0, 1, 2]));
});

test('a mutation listed as equivalent is not selected, on any line', () => {
  const [first, ...rest] = drawMistakes(FILES, NONE);
  assert.ok(first);
  const equivalents = [{ ...first, reason: 'Nothing reads it.' }];
  assert.deepEqual(drawMistakes(FILES, { ...NONE, equivalents }).toArray(), rest);
  const moved = new Map([...FILES].map(([file, text]) => [file, `\n\n${text}`]));
  assert.deepEqual(
    drawMistakes(moved, { ...NONE, equivalents })
      .map(nameOf)
      .toArray(),
    rest.map(nameOf),
  );
});

function nameOf({ file, rule, before, after }: Mistake): string {
  return [file, rule, before, after].join('\n');
}

const UNPROMISED: [string, string, number][] = [
  ['a field of a log line', 'this.log.warn({ a, b, c: d ?? e }, text(7));', 1],
  ['the text of an internal error', 'if (a) throw new Error(`${a ?? b} of ${7}`);', 3],
  ['a description', 'f({ description: a ?? b, limit: 7 });', 3],
  ['an example of a schema', 'f({ examples: [7, true], limit: 7 });', 3],
  ['the probe of a silent connection', 'f({ keepAlive: true, limit: 7 });', 3],
  ['the number of attempts to remove a file', 'f({ maxRetries: 5, limit: 7 });', 3],
  ['an example of an operation', 'f({ example: { limit: 7 }, limit: 7 });', 3],
  ['the values of examples', 'const HINTS = { limit: 7 };\nf({ limit: 7 });', 3],
  ['a time of the demo', 'f({ hours_ago: 43, limit: 7 });', 3],
];

for (const [what, text, others] of UNPROMISED)
  test(`${what} is not mutated, but the code around it is`, () => {
    assert.equal(listMistakes('a.ts', text).length, others);
  });

test('numbers, flags and comparisons of the demo are not mutated, but its calls are', () => {
  const text = 'if (a % 7 === 5) f(true);';
  const rulesOf = (file: string) => new Set(listMistakes(file, text).map(({ rule }) => rule));
  assert.deepEqual(rulesOf('src/demo/tasks.ts'), new Set(['condition', 'call']));
  assert.deepEqual(
    rulesOf('src/tasks.ts'),
    new Set(['condition', 'call', 'comparison', 'boundary', 'constant']),
  );
});

test('code that runs only with Citus is mutated only if a coordinator is available', () => {
  const listed = listMistakes('src/lib/sql/citus.ts', 'if (a) b(1);');
  assert.equal(listed.length > 0, process.env['TEST_CITUS'] !== undefined);
  assert.ok(listMistakes('src/lib/sql/cursor.ts', 'if (a) b(1);').length > 0, 'control');
});

test('a mutation that does not parse is not selected', () => {
  const text = 'const f = () => a ?? { b, c: 1 };';
  const made = listMistakes('a.ts', text).filter(({ rule }) => rule === 'default');
  assert.deepEqual(
    made.map(({ after }) => after),
    ['const f = () => a;', 'const f = () => { b, c: 1 };'],
  );
  assert.deepEqual(plantedBy('default', text), ['const f = () => a;']);
});
