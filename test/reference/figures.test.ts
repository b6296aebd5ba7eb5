import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FIGURES, readFigure, ROOT, writtenFormsOf, type DocumentedFigure } from './support/figures.ts';

const LINES = ['docs/mechanisms.md', 'docs/limits.md'].flatMap((page) =>
  readFileSync(join(ROOT, page), 'utf8').replaceAll(/\n +/g, ' ').split('\n'),
);

/** True if a line of a page names the file and states the value. */
function isStated({ file, constant, text }: DocumentedFigure, value: number): boolean {
  return LINES.filter((line) => line.includes(`\`${file}\``)).some((line) =>
    writtenFormsOf(value, constant).some((written) => hasFigure(line, text.replace('#', written))),
  );
}

/** A figure must not be a part of a longer number. */
function hasFigure(line: string, figure: string): boolean {
  const parts = line.split(figure);
  return parts.slice(1).some((after, at) => !/[\d.,]$/.test(parts[at] ?? '') && !/^[.,]?\d/.test(after));
}

for (const figure of FIGURES) {
  test(`the documentation states ${figure.constant} of ${figure.file}`, () => {
    const text = readFileSync(join(ROOT, figure.file), 'utf8');
    const value = readFigure(text, figure.constant, figure.file);
    assert.ok(isStated(figure, value), `${value}: ${figure.text}`);
    assert.ok(!isStated(figure, value * 10), 'control: ten times the value is not stated');
    assert.ok(!isStated(figure, value + 1), 'control: one more is not stated');
  });
}

test('constants are read with their factors, terms and members', () => {
  const text = `
import { MOST_ACCOUNT_FILE_GIB, type LimitKind } from './table.ts';
const MOST_BYTES = MOST_ACCOUNT_FILE_GIB * 1024 ** 3;
const LIFE_S = DAY_MS / SECOND_MS;
const EVERY_MS = 2 * MINUTE_MS;
export const LEASE_MS = EVERY_MS + 30_000;
const SLOTS: Limits = { total: 512, per_account: 1_024 };
const limiter = new Limiter({
  most: 2,
  most_per_key: () => 1,
});
const MOST: Record<Kind, Bounds> = {
  password: { address: 300 },
  reset: { address: 60 },
};`;
  const file = 'src/access/limits/limits.ts';
  assert.equal(readFigure(text, 'MOST_BYTES', file), 5 * 1024 ** 3);
  assert.equal(readFigure(text, 'LIFE_S'), 86_400);
  assert.equal(readFigure(text, 'EVERY_MS'), 120_000);
  assert.equal(readFigure(text, 'LEASE_MS'), 150_000);
  assert.equal(readFigure(text, 'SLOTS.per_account'), 1_024);
  assert.equal(readFigure(text, 'limiter.most'), 2);
  assert.equal(readFigure(text, 'limiter.most_per_key'), 1);
  assert.equal(readFigure(text, 'MOST.reset.address'), 60);
  assert.throws(() => readFigure(text, 'MOST_ROWS', file), { message: `${file} does not contain MOST_ROWS` });
});
