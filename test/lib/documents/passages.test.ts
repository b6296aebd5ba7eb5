import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPassages } from '../../../src/lib/documents/passages.ts';

const GOOD_LENGTH = 700;
const MOST_LENGTH = 1_100;
const HEADING_LENGTH = 200;
/** A character of two UTF-16 code units. */
const PAIR = '🔧';

const passagesOf = (text: string) => splitPassages([{ kind: 'text', text, page: null }]);
const textsOf = (text: string) => passagesOf(text).map((passage) => passage.text);

test('no passage is split within a character', () => {
  for (const before of ['', 'x']) {
    const text = before + PAIR.repeat(MOST_LENGTH);
    const texts = textsOf(text);
    assert.ok(texts.length > 2);
    assert.equal(texts.join(''), text);
    for (const passage of texts) assert.ok(passage.isWellFormed(), `${passage.length} units`);
  }
});

test('a passage without a sentence or word boundary has the maximum length', () => {
  const lengths = (text: string) => textsOf(text).map(({ length }) => length);
  assert.deepEqual(lengths('x'.repeat(MOST_LENGTH)), [MOST_LENGTH]);
  assert.deepEqual(lengths('x'.repeat(MOST_LENGTH + 1)), [GOOD_LENGTH, MOST_LENGTH + 1 - GOOD_LENGTH]);
  assert.deepEqual(lengths(`x${PAIR.repeat(MOST_LENGTH / 2)}`), [
    GOOD_LENGTH - 1,
    MOST_LENGTH + 1 - (GOOD_LENGTH - 1),
  ]);
});

test('a heading is also truncated between two characters', () => {
  const headingOf = (text: string) =>
    splitPassages([
      { kind: 'heading', text, page: null },
      { kind: 'text', text: 'Below', page: null },
    ])[0]?.heading;
  assert.equal(headingOf('x'.repeat(HEADING_LENGTH)), 'x'.repeat(HEADING_LENGTH));
  assert.equal(headingOf('x'.repeat(HEADING_LENGTH + 1)), 'x'.repeat(HEADING_LENGTH));
  const kept = 'x'.repeat(HEADING_LENGTH - 1);
  assert.equal(headingOf(kept + PAIR), kept);
  assert.equal(headingOf(`${kept.slice(1)}${PAIR}x`), `${kept.slice(1)}${PAIR}`);
});

test('text is split after the last sentence, line or word in the second half of a passage', () => {
  const firstOf = (text: string) => textsOf(text)[0];
  const rest = 'y'.repeat(MOST_LENGTH);
  for (const end of ['. ', '! ', '? ', '\n', ' '])
    assert.equal(
      firstOf(`${'x'.repeat(400)}${end}${rest}`),
      `${'x'.repeat(400)}${end}`.trim(),
      JSON.stringify(end),
    );
  // An earlier end of a sentence would give a passage that is too short.
  assert.equal(firstOf(`${'x'.repeat(300)}. ${rest}`)?.length, GOOD_LENGTH);
  assert.equal(firstOf(`${'x'.repeat(351)}. ${'x'.repeat(300)} ${rest}`), `${'x'.repeat(351)}.`);
});

test('short blocks of the same page and heading share a passage of up to 700 characters', () => {
  const text = (length: number, page: number | null = null) =>
    ({ kind: 'text', text: 'x'.repeat(length), page }) as const;
  const lengths = (...blocks: Parameters<typeof splitPassages>[0]) =>
    splitPassages(blocks).map((passage) => passage.text.length);
  assert.deepEqual(lengths(text(300), text(400)), [701]);
  assert.deepEqual(lengths(text(300), text(401)), [300, 401]);
  assert.deepEqual(lengths(text(10, 1), text(10, 2)), [10, 10]);
  assert.deepEqual(lengths(text(10, 1), text(10, 1)), [21]);
  assert.deepEqual(lengths(text(10), { kind: 'heading', text: 'Second', page: null }, text(10)), [10, 10]);
});

test('a passage has the heading above it and its page', () => {
  assert.deepEqual(
    splitPassages([
      { kind: 'text', text: 'Before', page: 1 },
      { kind: 'heading', text: 'Pumps', page: 1 },
      { kind: 'text', text: 'Below', page: 2 },
      { kind: 'text', text: ' \n ', page: 2 },
    ]),
    [
      { page: 1, heading: null, text: 'Before' },
      { page: 2, heading: 'Pumps', text: 'Below' },
    ],
  );
});

test('a document has at most 8,000 passages', () => {
  const blocks = (count: number) =>
    Array.from({ length: count }, (_, page) => ({ kind: 'text', text: 'x', page }) as const);
  assert.equal(splitPassages(blocks(8_000)).length, 8_000);
  assert.throws(
    () => splitPassages(blocks(8_001)),
    /^Error: The document has too much text to be searched\.$/,
  );
});
