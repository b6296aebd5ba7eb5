import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPassages } from '../../../src/lib/documents/passages.ts';

const GOOD_LENGTH = 700;
const MOST_LENGTH = 1_100;
const HEADING_LENGTH = 200;
/** One character of two units. */
const PAIR = '🔧';

const passagesOf = (text: string) => splitPassages([{ kind: 'text', text, page: null }]);
const textsOf = (text: string) => passagesOf(text).map((passage) => passage.text);

test('no passage begins or ends within a character, wherever it is cut', () => {
  for (const before of ['', 'x']) {
    const text = before + PAIR.repeat(MOST_LENGTH);
    const texts = textsOf(text);
    assert.ok(texts.length > 2);
    assert.equal(texts.join(''), text);
    for (const passage of texts) assert.ok(passage.isWellFormed(), `${passage.length} units`);
  }
});

test('a passage without an end of a sentence or word is as long as it may be', () => {
  const lengths = (text: string) => textsOf(text).map(({ length }) => length);
  assert.deepEqual(lengths('x'.repeat(MOST_LENGTH)), [MOST_LENGTH]);
  assert.deepEqual(lengths('x'.repeat(MOST_LENGTH + 1)), [GOOD_LENGTH, MOST_LENGTH + 1 - GOOD_LENGTH]);
  assert.deepEqual(lengths(`x${PAIR.repeat(MOST_LENGTH / 2)}`), [
    GOOD_LENGTH - 1,
    MOST_LENGTH + 1 - (GOOD_LENGTH - 1),
  ]);
});

test('a heading is cut between two characters, too', () => {
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
