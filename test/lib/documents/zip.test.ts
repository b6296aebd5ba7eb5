import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntry } from '../../../src/lib/documents/zip.ts';
import { zip, type ZipPart } from '../../knowledge/support/zip.ts';

const WANTED = { name: 'word/document.xml', content: 'Oil the hinge' };
const ARCHIVES: Record<string, ZipPart[]> = {
  'is alone': [WANTED],
  'has extra fields': [{ ...WANTED, extra: 'UT-five' }],
  'comes behind one with extra fields': [{ name: 'one', content: '1', extra: 'UT-five' }, WANTED],
  'comes behind one with a comment': [{ name: 'one', content: '1', comment: 'Drawn by hand' }, WANTED],
  'comes behind one with much of both': [
    { name: 'one', content: '1', extra: 'x'.repeat(300), comment: 'y'.repeat(700) },
    WANTED,
  ],
};

for (const [what, parts] of Object.entries(ARCHIVES))
  test(`a part that ${what} is read`, () => {
    assert.equal(readEntry(zip(parts), WANTED.name, 1_000)?.toString(), WANTED.content);
  });

test('a part is read up to its most bytes, and none beyond', () => {
  const archive = zip([WANTED]);
  assert.equal(readEntry(archive, WANTED.name, WANTED.content.length)?.toString(), WANTED.content);
  assert.throws(() => readEntry(archive, WANTED.name, WANTED.content.length - 1), /unpacks to far more/);
  assert.equal(readEntry(archive, 'word/styles.xml', 1_000), undefined);
});
