import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAR_END, tarHeader, tarPadding } from '../../../src/lib/files/tar.ts';

const field = (header: Buffer, at: number, length: number) => header.toString('latin1', at, at + length);

test('a tar header has the fields of ustar at their positions', () => {
  const header = tarHeader('tasks.csv', 0o1234567, { changed_at: new Date('2026-03-01T10:00:00.999Z') });
  assert.equal(header.length, 512);
  assert.equal(field(header, 0, 100), 'tasks.csv'.padEnd(100, '\0'));
  assert.equal(field(header, 100, 8), '0000600\0');
  assert.equal(field(header, 108, 8), '0000000\0');
  assert.equal(field(header, 116, 8), '0000000\0');
  assert.equal(field(header, 124, 12), '00001234567\0');
  const changed_s = Date.parse('2026-03-01T10:00:00Z') / 1_000;
  assert.equal(Number.parseInt(field(header, 136, 12), 8), changed_s);
  assert.equal(field(header, 147, 1), '\0');
  assert.equal(field(header, 156, 1), '0');
  assert.equal(field(header, 157, 100), '\0'.repeat(100));
  assert.equal(field(header, 257, 8), 'ustar\x0000');
  assert.equal(field(header, 265, 247), '\0'.repeat(247));
});

test('the checksum is the sum of the header with spaces in the checksum field', () => {
  const header = tarHeader('a', 1, { changed_at: new Date(0) });
  const summed = Buffer.concat([header.subarray(0, 148), Buffer.from(' '.repeat(8)), header.subarray(156)]);
  const sum = summed.reduce((total, byte) => total + byte, 0);
  assert.equal(field(header, 148, 8), `${sum.toString(8).padStart(7, '0')}\0`);
});

test('a name in a tar file has at most 100 bytes', () => {
  assert.equal(field(tarHeader('é'.repeat(50), 0, { changed_at: new Date(0) }), 0, 100).length, 100);
  assert.throws(
    () => tarHeader(`${'é'.repeat(50)}a`, 0, { changed_at: new Date(0) }),
    /too long for a name in a tar archive/,
  );
});

test('contents are padded to blocks of 512 bytes, and two empty blocks end the archive', () => {
  for (const [bytes, padding] of [
    [0, 0],
    [1, 511],
    [511, 1],
    [512, 0],
    [513, 511],
  ] as const)
    assert.deepEqual(tarPadding(bytes), Buffer.alloc(padding), `${bytes}`);
  assert.deepEqual(TAR_END, Buffer.alloc(1_024));
});
