import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentFault } from '../../../src/lib/documents/document.ts';
import { readEntry } from '../../../src/lib/documents/zip.ts';
import { makeZip, type ZipPart } from '../../knowledge/support/zip.ts';

const WANTED = { name: 'word/document.xml', content: 'Oil the hinge' };
const ARCHIVES: Record<string, ZipPart[]> = {
  'is the only part': [WANTED],
  'has extra fields': [{ ...WANTED, extra: 'UT-five' }],
  'follows a part with extra fields': [{ name: 'one', content: '1', extra: 'UT-five' }, WANTED],
  'follows a part with a comment': [{ name: 'one', content: '1', comment: 'Drawn by hand' }, WANTED],
  'follows a part with long extra fields and a long comment': [
    { name: 'one', content: '1', extra: 'x'.repeat(300), comment: 'y'.repeat(700) },
    WANTED,
  ],
};

for (const [what, parts] of Object.entries(ARCHIVES))
  test(`a part that ${what} is read`, () => {
    assert.equal(readEntry(makeZip(parts), WANTED.name, 1_000)?.toString(), WANTED.content);
  });

test('a part of a ZIP file is read up to its size limit', () => {
  const archive = makeZip([WANTED]);
  assert.equal(readEntry(archive, WANTED.name, WANTED.content.length)?.toString(), WANTED.content);
  assert.throws(
    () => readEntry(archive, WANTED.name, WANTED.content.length - 1),
    /too large when it is unpacked/,
  );
  assert.equal(readEntry(archive, 'word/styles.xml', 1_000), undefined);
});

/** Changes bytes of an archive at its directory entry or at its end record. */
function changed(where: 'entry' | 'end', change: (archive: Buffer, at: number) => Buffer | void): Buffer {
  const archive = makeZip([WANTED]);
  const at = archive.lastIndexOf(Buffer.from(where === 'entry' ? 'PK\x01\x02' : 'PK\x05\x06', 'latin1'));
  return change(archive, at) ?? archive;
}

const DAMAGED: Record<string, [archive: Buffer, reason: RegExp]> = {
  'is not a ZIP file': [Buffer.from('plain text'), /^The file is damaged\.$/],
  'is empty': [Buffer.alloc(0), /^The file is damaged\.$/],
  'ends one byte early': [changed('end', (archive) => archive.subarray(0, -1)), /^The file is damaged\.$/],
  'has an offset beyond its end': [
    changed('end', (archive, at) => void archive.writeUInt32LE(1_000_000, at + 16)),
    /^The file is damaged\.$/,
  ],
  'has an offset without an entry': [
    changed('end', (archive, at) => void archive.writeUInt32LE(0, at + 16)),
    /^The file is damaged\.$/,
  ],
  'has 5,001 parts': [
    changed('end', (archive, at) => void archive.writeUInt16LE(5_001, at + 10)),
    /^The file has more than 5000 parts\.$/,
  ],
  'has a password': [makeZip([{ ...WANTED, locked: true }]), /^The document is protected with a password\.$/],
  'uses an unknown compression method': [
    changed('entry', (archive, at) => void archive.writeUInt16LE(12, at + 10)),
    /^The file is damaged\.$/,
  ],
  'contains data that cannot be decompressed': [
    changed('entry', (archive, at) => void archive.writeUInt32LE(3, at + 20)),
    /^The file is damaged\.$/,
  ],
};
for (const [what, [archive, reason]] of Object.entries(DAMAGED))
  test(`an archive that ${what} is rejected`, () => {
    assert.throws(
      () => readEntry(archive, WANTED.name, 1_000),
      (error) => error instanceof DocumentFault && reason.test(error.message),
    );
  });

test('a ZIP file with 5,000 parts is read', () => {
  const parts = Array.from({ length: 4_999 }, (_, at) => ({ name: `part ${at}`, content: '' }));
  assert.equal(readEntry(makeZip([...parts, WANTED]), WANTED.name, 1_000)?.toString(), WANTED.content);
});

test('an uncompressed part of a ZIP file is read up to its size limit', () => {
  const stored = changed('entry', (archive, at) => void archive.writeUInt16LE(0, at + 10));
  const bytes = stored.readUInt32LE(stored.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 20);
  assert.equal(readEntry(stored, WANTED.name, bytes)?.length, bytes);
  assert.throws(() => readEntry(stored, WANTED.name, bytes - 1), DocumentFault);
});
