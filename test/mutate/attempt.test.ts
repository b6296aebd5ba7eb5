import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findFailure } from './support/attempt.ts';
import { makeCopy, makeScratch, withMistake } from './support/copies.ts';
import type { Edit } from './support/codeRules.ts';
import { listMistakes } from './support/mistakes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = 'src/lib/html.ts';
const TESTS = ['test/lib/html.test.ts'];

const text = readFileSync(join(ROOT, FILE), 'utf8');
const scratch = await makeScratch();
after(() => rm(scratch, { recursive: true, force: true }));
const copy = await makeCopy('0', { root: ROOT, scratch });

test('a mistake is noticed by the first test that fails, and is gone afterwards', async () => {
  const mistake = listMistakes(FILE, text).find(({ rule }) => rule === 'comparison');
  assert.ok(mistake);
  assert.equal(await plant(mistake), 'joins items with something between');
  assert.equal(readFileSync(join(copy.root, FILE), 'utf8'), text);
  assert.equal(readFileSync(join(ROOT, FILE), 'utf8'), text);
});

test('control: what changes nothing survives', async () => {
  assert.equal(await plant({ start: 0, end: 0, text: ' ' }), undefined);
});

test('what hangs is noticed by the limit of time', async () => {
  const hangs = { start: 0, end: 0, text: 'while (true);\n' };
  assert.equal(await plant(hangs, 2_000), 'the limit of time');
});

test('what ends the process without a word is noticed', async () => {
  const ends = { start: 0, end: 0, text: 'process.exit(0);\n' };
  assert.equal(await plant(ends), 'the end of the process with 0');
});

function plant(edit: Edit, limit_ms = 120_000): Promise<string | undefined> {
  const attempt = { limit_ms, signal: new AbortController().signal };
  return withMistake(copy, { file: FILE, ...edit }, () => findFailure(copy, TESTS, attempt));
}
