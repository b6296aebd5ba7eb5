import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFewDistinctWords, assertWithinBounds } from '../../../src/lib/documents/bounds.ts';

const MB = 1024 * 1024;
const MOST = { text: 16, markdown: 16, csv: 16, html: 25, docx: 25, pdf: 25 } as const;

for (const [format, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
  test(`${format} has at most ${most} MB`, () => {
    const bytes = Buffer.alloc(most * MB + 1);
    assertWithinBounds(format, bytes.subarray(1));
    assert.throws(() => assertWithinBounds(format, bytes), {
      message: `The file has more than ${most} MB, the limit for its format.`,
    });
  });
}

test('a PDF has at most 200,000 objects; other formats have no such limit', () => {
  const bytes = Buffer.from(' obj'.repeat(200_001));
  assertWithinBounds('pdf', bytes.subarray(4));
  assertWithinBounds('text', bytes);
  assert.throws(() => assertWithinBounds('pdf', bytes), { message: 'The PDF has more than 200000 objects.' });
});

test('a document has at most 100,000 different words, including its headings', () => {
  const words = Array.from({ length: 100_000 }, (_, at) => `w${at}`);
  const passages = (heading: string | null, ...more: string[]) => [
    { page: null, heading: null, text: words.slice(0, 50_000).join(' ') },
    { page: null, heading, text: [...words.slice(50_000), ...more].join('-') },
  ];
  assertFewDistinctWords(passages('W1 w2', 'W3'));
  for (const asked of [passages('other'), passages(null, 'other')])
    assert.throws(() => assertFewDistinctWords(asked), {
      message: 'The document has more than 100000 different words.',
    });
});
