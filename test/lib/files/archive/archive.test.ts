import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { openWithPassphrase, sealWithPassphrase } from '../../../../src/lib/crypto/passphrase.ts';
import { ByteReader } from '../../../../src/lib/files/archive/byteReader.ts';
import {
  CHUNK_BYTES,
  decrypt,
  startEncryption,
  TAG_BYTES,
} from '../../../../src/lib/files/archive/encryption.ts';
import { FRAME_KINDS, ARCHIVE_MAGIC, UNSIGNED_MAGIC } from '../../../../src/lib/files/archive/format.ts';
import {
  hidePlaceSecret,
  isArchivePlace,
  openArchivePlace,
  splitArchivePath,
} from '../../../../src/lib/files/archive/openPlace.ts';
import { assertArchiveIntact, readArchive, readJson } from '../../../../src/lib/files/archive/read.ts';
import { compress, decompress } from '../../../../src/lib/files/archive/compress.ts';
import { PASSPHRASE } from '../../../backups/support/places.ts';
import { toSignedArchive, toUnsignedArchive, type ArchivePart } from '../../../backups/support/archives.ts';
import { freshFolder } from '../../../support/fileStores.ts';

const SALT_BYTES = 16;
const HEAD = ARCHIVE_MAGIC.length + SALT_BYTES;
const ACCEPTING = { passphrase: PASSPHRASE, accepts_unsigned: true };
const CHANGED = { name: 'DamagedArchive', message: /was changed/ };

async function* inPieces(bytes: Buffer, piece_bytes = 7_001) {
  yield Buffer.of();
  for (let at = 0; at < bytes.length; at += piece_bytes) yield bytes.subarray(at, at + piece_bytes);
}

async function readParts(bytes: Buffer, options = ACCEPTING): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = [];
  for await (const { header, content } of readArchive(inPieces(bytes), options))
    parts.push({ header, content: Buffer.concat(await Array.fromAsync(content)) });
  return parts;
}

const partOf = (name: string, content: Buffer | string): ArchivePart => ({
  header: { name },
  content: Buffer.from(content),
});
const PARTS = [
  partOf('about', '{"a":1}'),
  partOf('rows/of a.table-1', randomBytes(2.5 * CHUNK_BYTES)),
  partOf('empty', ''),
];
const signed = await toSignedArchive(PARTS);
const plain = toUnsignedArchive(PARTS.slice(0, 2));

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

test('an archive is read as it was written, and its length is known in advance', async () => {
  assert.deepEqual(await readParts(signed), PARTS);
  const chunks = Math.ceil((signed.length - HEAD) / (CHUNK_BYTES + TAG_BYTES));
  assert.equal(chunks, 3);
  assert.equal(signed.indexOf('about'), -1);
});

test('an archive with another passphrase and a file that is not an archive are rejected', async () => {
  await assert.rejects(readParts(signed, { ...ACCEPTING, passphrase: 'other' }), /not the passphrase/);
  await assert.rejects(readParts(Buffer.alloc(50)), /This is not a backup of Tenant Ops/);
  await assert.rejects(readParts(ARCHIVE_MAGIC.subarray(1)), /is truncated: it ends within its beginning/);
  await assert.rejects(readParts(plain, { ...ACCEPTING, accepts_unsigned: false }), /add --unsigned/);
});

test('changed, missing and truncated chunks are reported with their offset in the file', async () => {
  const step = CHUNK_BYTES + TAG_BYTES;
  const without = Buffer.concat([signed.subarray(0, HEAD + step), signed.subarray(HEAD + 2 * step)]);
  const from = { name: 'DamagedArchive', message: new RegExp(`at or after byte ${step}`) };
  await assert.rejects(readParts(without), from);
  await assert.rejects(readParts(signed.subarray(0, HEAD + 2 * step)), from);
  await assert.rejects(readParts(changed(signed, HEAD + 9)), /not the passphrase/);
  await assert.rejects(readParts(signed.subarray(0, HEAD + TAG_BYTES - 1)), /not the passphrase/);
});

test('content of whole chunks, of one byte more or less, and of no bytes is read as it was written', async () => {
  const encryptions = [0, CHUNK_BYTES, CHUNK_BYTES + 1].map(async (bytes) => {
    const encryption = await startEncryption('a passphrase');
    const content = randomBytes(bytes);
    const full = encryption.push(content);
    assert.equal(full.length, bytes > CHUNK_BYTES ? 1 : 0);
    const file = Buffer.concat([encryption.salt, ...full, encryption.end()]);
    const read = await Array.fromAsync(decrypt(new ByteReader(inPieces(file)), 'a passphrase'));
    assert.ok(Buffer.concat(read).equals(content), `${bytes} bytes`);
  });
  await Promise.all(encryptions);
});

test('unencrypted frames that are changed, truncated or followed by more bytes are rejected', async () => {
  assert.deepEqual(await readParts(plain), PARTS.slice(0, 2));
  const header_at = UNSIGNED_MAGIC.length;
  const content_at = plain.indexOf('{"a":1}');
  for (const at of [header_at, content_at, content_at + 7 + 5, plain.length - 1])
    await assert.rejects(readParts(changed(plain, at)), CHANGED, `${at}`);
  await assert.rejects(readParts(Buffer.concat([plain, Buffer.of(1)])), /its end is invalid/);
  for (const end of [header_at + 3, content_at + 3, plain.length - 1])
    await assert.rejects(readParts(plain.subarray(0, end)), /is truncated/, `${end}`);
  const short_end = Buffer.concat([plain.subarray(0, -36), Buffer.of(0, 0, 0, 1), plain.subarray(-32, -31)]);
  await assert.rejects(readParts(short_end), /its end is invalid/);
});

const HEADERS: [string, object | string, boolean][] = [
  ['a name of 200 characters', { name: 'n'.repeat(200) }, true],
  ['a name of 201 characters', { name: 'n'.repeat(201) }, false],
  ['a name with a control character', { name: '\u001b[2J' }, false],
  ['no name', { title: 'about' }, false],
  ['a value that is not an object', 'null', false],
  ['no JSON', '{', false],
  ['4 KB', { name: 'about', more: 'x'.repeat(4_096 - 26) }, true],
  ['more than 4 KB', { name: 'about', more: 'x'.repeat(4_097 - 26) }, false],
];
for (const [what, header, is_read] of HEADERS)
  test(`a header with ${what} is ${is_read ? 'read' : 'rejected'}`, async () => {
    const text = typeof header === 'string' ? header : JSON.stringify(header);
    if (what.endsWith('4 KB')) assert.equal(text.length, what === '4 KB' ? 4_096 : 4_097);
    const [frame] = [Buffer.alloc(5)];
    frame.writeUInt8(FRAME_KINDS.header, 0);
    frame.writeUInt32BE(text.length, 1);
    const start = Buffer.concat([UNSIGNED_MAGIC, frame, Buffer.from(text)]);
    // The archive ends after its header, so a valid header is followed by an unexpected end of file.
    await assert.rejects(
      readParts(start),
      is_read ? /is truncated: it ends within its part/ : /its beginning is invalid/,
    );
  });

test('a part that is not read completely, and a part at the wrong position, are rejected', async () => {
  const leaving = async () => {
    for await (const { header } of readArchive(inPieces(plain), ACCEPTING)) void header;
  };
  await assert.rejects(leaving(), /its part “about” was not read to its end/);
  await assertArchiveIntact(inPieces(plain), ACCEPTING);
  await assert.rejects(assertArchiveIntact(inPieces(plain.subarray(0, -1)), ACCEPTING), /is truncated/);
  const data_first = Buffer.concat([UNSIGNED_MAGIC, Buffer.of(FRAME_KINDS.data, 0, 0, 0, 0)]);
  await assert.rejects(readParts(data_first), /its beginning is invalid/);
  const two_headers = Buffer.concat([
    plain.subarray(0, plain.indexOf('{"a":1}') - 5),
    Buffer.of(FRAME_KINDS.header, 0, 0, 0, 0),
  ]);
  await assert.rejects(readParts(two_headers), /its part “about” is invalid/);
});

test('a JSON part is read up to its size limit', async () => {
  const read = async (content: string, max_bytes: number) => {
    const bytes = toUnsignedArchive([partOf('about', content)]);
    for await (const part of readArchive(inPieces(bytes), ACCEPTING)) return readJson(part, max_bytes);
    return undefined;
  };
  assert.deepEqual(await read('{"a":1}', 7), { a: 1 });
  await assert.rejects(read('{"a":1}', 6), /“about” of the backup exceeds the limit of 6 bytes/);
  await assert.rejects(read('{"a"', 7), /“about” of the backup is not JSON/);
});

test('a passphrase decrypts what it encrypted, only in the same context and with the known parameters', async () => {
  const sealed = await sealWithPassphrase('the key', 'caf\u00e9', 'here');
  assert.deepEqual([sealed.cost, sealed.block, sealed.salt.length], [131_072, 8, 32]);
  const open = (changes: object, passphrase: string, context = 'here') =>
    openWithPassphrase({ ...sealed, ...changes }, passphrase, context);
  // The passphrase has é as one code point; é as two code points must be equal.
  assert.equal(await open({}, 'cafe\u0301'), 'the key');
  await assert.rejects(open({}, 'cafe'), /This is not the passphrase/);
  await assert.rejects(open({}, 'caf\u00e9', 'there'), /This is not the passphrase/);
  for (const changes of [{ cost: 2 }, { block: 1 }])
    await assert.rejects(open(changes, 'caf\u00e9'), /encrypted with unknown parameters/);
});

const PLACES: [string, boolean][] = [
  ['/var/backups', true],
  ['backups', true],
  ['', false],
  ['ftp://host/folder', false],
  ['s3://key:secret@host/bucket', true],
  ['s3+http://key:secret@host/bucket/path', true],
  ['https://key:secret@host/bucket', true],
  ['s3://key:secret@host', false],
  ['s3://key:secret@host/', false],
  ['s3://key@host/bucket', false],
  ['s3://:secret@host/bucket', false],
  ['s3://key:secret@', false],
];
for (const [text, is_place] of PLACES)
  test(`${JSON.stringify(text)} is ${is_place ? 'a' : 'no'} place`, () =>
    assert.equal(isArchivePlace(text), is_place));

test('a path is split into place and name, and a place is printed without its secret', () => {
  assert.deepEqual(splitArchivePath('/var/backups/one.backup'), {
    place: '/var/backups',
    name: 'one.backup',
  });
  assert.deepEqual(splitArchivePath('s3://key:secret@host/bucket/one?region=eu'), {
    place: 's3://key:secret@host/bucket?region=eu',
    name: 'one',
  });
  assert.equal(hidePlaceSecret('s3://key:secret@host/bucket'), 's3://key:…@host/bucket');
  assert.equal(hidePlaceSecret('/var/backups'), '/var/backups');
});

test('a name that is also used concurrently is rejected at the end, and an interrupted write leaves no file', async () => {
  const folder = await freshFolder();
  const place = openArchivePlace(folder);
  assert.deepEqual(await openArchivePlace(join(folder, 'nowhere')).list(), []);
  const [sink, broken] = [await place.create('one'), await place.create('two')];
  await sink.write(Buffer.from('kept'));
  await writeFile(join(folder, 'one'), 'faster');
  await assert.rejects(sink.finish(), { name: 'StartupFault', message: /one already exists/ });
  await sink.abort();
  await broken.abort();
  assert.deepEqual(await place.list(), ['one']);
  assert.equal(String(Buffer.concat(await Array.fromAsync(place.read('one')))), 'faster');
  await place.remove('one');
  await place.remove('one');
  assert.deepEqual(await place.list(), []);
});

test('compressed data is complete, and errors of the reader and of the writer are thrown', async () => {
  const content = randomBytes(300_000);
  async function* blocks() {
    yield* inPieces(content);
    return 'whole';
  }
  const squeezed = compress(blocks());
  const packed: Buffer[] = [];
  let end = await squeezed.next();
  for (; !end.done; end = await squeezed.next()) packed.push(end.value);
  assert.equal(end.value, 'whole');
  const bytes = Buffer.concat(packed);
  assert.ok(content.equals(await promisify(gunzip)(bytes)));
  assert.ok(content.equals(Buffer.concat(await Array.fromAsync(decompress(inPieces(bytes))))));
  await assert.rejects(
    Array.fromAsync(decompress(inPieces(bytes.subarray(0, -9)))),
    /unexpected end of file/,
  );
  await assert.rejects(Array.fromAsync(decompress(inPieces(bytes), AbortSignal.abort())), {
    name: 'AbortError',
  });
  async function* failing(): AsyncGenerator<Buffer, void> {
    yield Buffer.alloc(10);
    throw new Error('the disk broke');
  }
  await assert.rejects(Array.fromAsync(compress(failing())), /the disk broke/);
  await assert.rejects(Array.fromAsync(compress(blocks(), AbortSignal.abort())), { name: 'AbortError' });
});
