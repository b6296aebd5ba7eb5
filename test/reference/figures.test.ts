import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FIGURES, readFigure, writtenFormsOf, type DocumentedFigure } from './support/figures.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LINES = readFileSync(join(ROOT, 'docs/mechanisms.md'), 'utf8').replaceAll(/\n +/g, ' ').split('\n');

/** True if a line of the page names the file and states the value. */
function isStated({ file, constant, text }: DocumentedFigure, value: number): boolean {
  return LINES.filter((line) => line.includes(`\`${file}\``)).some((line) =>
    writtenFormsOf(value, constant).some((written) => hasFigure(line, text.replace('#', written))),
  );
}

/** A figure must not be the end of a longer number. */
function hasFigure(line: string, figure: string): boolean {
  return line.split(figure).some((before, at, parts) => at < parts.length - 1 && !/[\d.,]$/.test(before));
}

for (const figure of FIGURES) {
  test(`the page of mechanisms states ${figure.constant} of ${figure.file}`, () => {
    const value = readFigure(readFileSync(join(ROOT, figure.file), 'utf8'), figure.constant);
    assert.ok(isStated(figure, value), `${value}: ${figure.text}`);
    assert.ok(!isStated(figure, value * 10), 'control: ten times the value is not stated');
    assert.ok(!isStated(figure, value + 1), 'control: one more is not stated');
  });
}

test('constants are read with their factors, terms and members', () => {
  const text = `
const EVERY_MS = 2 * MINUTE_MS;
export const LEASE_MS = EVERY_MS + 30_000;
const SLOTS: Limits = { total: 512, per_account: 1_024 };
const limiter = new Limiter({
  most: 2,
});`;
  assert.equal(readFigure(text, 'EVERY_MS'), 120_000);
  assert.equal(readFigure(text, 'LEASE_MS'), 150_000);
  assert.equal(readFigure(text, 'SLOTS.per_account'), 1_024);
  assert.equal(readFigure(text, 'limiter.most'), 2);
});
