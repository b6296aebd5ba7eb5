import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeCopy, makeScratch } from './support/copies.ts';
import type { Edit } from './support/codeRules.ts';
import { listMistakes } from './support/mistakes.ts';
import { findDetectingTest } from './support/findFailure.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = 'src/lib/text/html.ts';
const TESTS = ['test/lib/text/html.test.ts'];

const text = readFileSync(join(ROOT, FILE), 'utf8');
const scratch = await makeScratch();
after(() => rm(scratch, { recursive: true, force: true }));
const copy = await makeCopy('0', { root: ROOT, scratch });

test('a mutation is detected by the first failing test and reverted afterwards', async () => {
  const mistake = listMistakes(FILE, text).find(
    ({ rule, before }) => rule === 'comparison' && before.includes('value === null'),
  );
  assert.ok(mistake);
  assert.equal(await plant(mistake), 'values are escaped in text and in attributes');
  assert.equal(readFileSync(join(copy.root, FILE), 'utf8'), text);
  assert.equal(readFileSync(join(ROOT, FILE), 'utf8'), text);
});

test('control: an equivalent mutation survives', async () => {
  assert.equal(await plant({ start: 0, end: 0, text: ' ' }), undefined);
});

test('a hanging mutation is detected by the timeout', async () => {
  const hangs = { start: 0, end: 0, text: 'while (true);\n' };
  assert.equal(await plant(hangs, { silence_ms: 15_000 }), 'the limit of time');
});

test('a mutation that ends the process silently is detected', async () => {
  const ends = { start: 0, end: 0, text: 'process.exit(0);\n' };
  assert.equal(await plant(ends), 'the end of the process with 0');
});

test('a test that also fails without the mutation is reported and does not count', async () => {
  const broken = join(copy.root, 'test/lib/broken.test.ts');
  await writeFile(
    broken,
    `import { test } from 'node:test'; test('fails', () => { throw new Error('always'); });`,
  );
  const left_out: string[] = [];
  const tests = ['test/lib/broken.test.ts', ...TESTS];
  assert.equal(await plant({ start: 0, end: 0, text: ' ' }, { tests, left_out }), undefined);
  assert.deepEqual(left_out, ['test/lib/broken.test.ts']);
});

type Planting = { silence_ms?: number; tests?: string[]; left_out?: string[] };

function plant(
  edit: Edit,
  { silence_ms = 600_000, tests = TESTS, left_out = [] }: Planting = {},
): Promise<string | undefined> {
  return findDetectingTest(copy, { file: FILE, ...edit }, tests, {
    silence_ms,
    signal: new AbortController().signal,
    left_out: (test) => left_out.push(test),
  });
}
