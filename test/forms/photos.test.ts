/** Photos as phones take them: rotated, with metadata. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { THUMBNAIL_QUEUE } from '../../src/features/forms/files/thumbnails.ts';
import { PictureFault } from '../../src/lib/images/fault.ts';
import { removePictureMetadata } from '../../src/lib/images/inspect.ts';
import { readOrientation } from '../../src/lib/images/orientation.ts';
import { createLog } from '../../src/lib/log.ts';
import { consoleOf } from '../../support/console.ts';
import { APPENDED_DATA, findSecrets, takePhoto } from '../support/photos.ts';
import { dataUrl, drawJpeg, drawPng, drawWebp, pngChunk } from '../support/pictures.ts';
import { processorTimeOf } from '../support/processorTime.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const thumbnail_work = { db: world.db, clock: world.clock, files: world.files, log: createLog('silent') };

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

async function assertClean(bytes: Buffer, photo: Buffer): Promise<void> {
  assert.deepEqual(findSecrets(bytes), []);
  const { format, width, height, orientation, icc, xmp, exif } = await sharp(bytes).metadata();
  const before = await sharp(photo).metadata();
  assert.deepEqual([format, width, height, orientation], [before.format, 320, 200, 6]);
  assert.deepEqual(icc, before.icc);
  assert.equal(xmp, undefined);
  assert.ok((exif?.length ?? 0) <= 32, 'an orientation and nothing else');
  const pixels = (picture: Buffer) => sharp(picture, { failOn: 'none' }).raw().toBuffer();
  assert.ok((await pixels(bytes)).equals(await pixels(photo)));
}

for (const format of ['jpeg', 'png', 'webp'] as const)
  test(`201 for a ${format} of a phone on every door, without its location and trailing data`, async () => {
    const photo = await takePhoto(format);
    assert.ok(findSecrets(photo).length >= 5, findSecrets(photo).join());
    const fields = [{ key: 'state' }];
    const form = { name: 'Photo', fields, template_image_base64: dataUrl(`image/${format}`, photo) };
    const made = await api.post('/v1/api-tenant-forms', form);
    const drawn = await admin.post('/forms', form);
    const offered = await staff.post('/staff/forms', form);
    const plain = { name: 'Photo', fields, template_image_url: 'https://example.com/a.png' };
    const { body } = await admin.post('/forms', plain);
    const changed = await admin.put(`/forms?id=${body.id}`, form);
    for (const answer of [made, drawn, offered, changed]) {
      assert.ok(answer.status < 300, answer.text);
      const bytes = await download(answer.body.template_image_url);
      await assertClean(bytes, photo);
      const [row] = await world.db`select template_sha256 from forms where id = ${answer.body.id}`;
      assert.equal(createHash('sha256').update(bytes).digest('hex'), row?.['template_sha256']);
    }
    const imported = await admin.post('/forms/library', { template_id: offered.body.id });
    assert.equal(imported.status, 201, imported.text);
    await assertClean(await download(imported.body.template_image_url), photo);
  });

test('a thumbnail is upright and contains only the picture', async () => {
  await world.db`update forms set thumbnail_due_at = null`;
  const photo = await takePhoto('jpeg');
  const form = { name: 'Photo', template_image_base64: dataUrl('image/jpeg', photo) };
  const { body } = await api.post('/v1/api-tenant-forms', form);
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  const { body: list } = await admin.get('/forms?limit=100');
  const { thumbnail_url } = list.forms.find(({ id }: { id: string }) => id === body.id);
  const bytes = await download(thumbnail_url);
  const { width, height } = await sharp(bytes).metadata();
  assert.deepEqual([width, height], [200, 320]);
  assert.deepEqual(findSecrets(bytes), []);
});

test('every EXIF orientation is kept, in both byte orders', async () => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const cleaned = removePictureMetadata(await takePhoto('jpeg', orientation), 'image/jpeg');
    assert.equal((await sharp(cleaned).metadata()).orientation ?? 1, orientation);
  }
  const little = Buffer.from('49492a0008000000010012010300010000000800000000000000', 'hex');
  assert.equal(readOrientation(little), 8);
  const hostile = [
    '',
    '49492a00',
    '49492a00ffffffff',
    '4d4d002a00000008ffff',
    '4d4d002a00000008ffff01120003',
  ];
  for (const hex of hostile) assert.equal(readOrientation(Buffer.from(hex, 'hex')), 1);
});

test('a picture without metadata is stored byte for byte', async () => {
  const pictures = [
    ['image/png', drawPng()],
    ['image/jpeg', await drawJpeg()],
    ['image/webp', await drawWebp()],
  ] as const;
  for (const [type, bytes] of pictures) assert.ok(removePictureMetadata(bytes, type).equals(bytes), type);
});

test('hidden content of a picture is removed, and a truncated picture is rejected', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const type = `image/${format}` as const;
    const photo = await takePhoto(format);
    const cleaned = removePictureMetadata(photo, type);
    assert.ok(removePictureMetadata(cleaned, type).equals(cleaned), 'cleaning twice changes nothing');
    assert.ok(cleaned.length < photo.length - APPENDED_DATA.length);
    for (const share of [0.3, 0.6, 0.9])
      assert.throws(
        () => removePictureMetadata(cleaned.subarray(0, cleaned.length * share), type),
        PictureFault,
      );
  }
  const page = pngChunk('htMl', Buffer.from('<script>'));
  const png = drawPng();
  assert.ok(
    removePictureMetadata(Buffer.concat([png.subarray(0, 33), page, png.subarray(33)]), 'image/png').equals(
      png,
    ),
  );
});

for (const brand of ['heic', 'heix', 'mif1', 'avif'])
  test(`400 for ${brand}, with instructions`, async () => {
    const bytes = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1');
    const says = /^template_\w+: is a HEIC, HEIF or AVIF picture.*save it as JPEG or PNG.*Most Compatible/;
    for (const sent of [
      { template_image_base64: bytes.toString('base64') },
      { template_image_base64: bytes.toString('base64'), template_mime_type: 'image/jpeg' },
      { template_image_base64: dataUrl('image/heic', bytes), template_mime_type: '' },
      { template_image_base64: dataUrl('application/octet-stream', bytes) },
      { template_image_base64: bytes.toString('base64'), template_mime_type: 'image/heif' },
    ]) {
      const { status, body } = await api.post('/v1/api-tenant-forms', { name: 'Photo', ...sent });
      assert.equal(status, 400);
      assert.match(body.message, says);
    }
  });

test('10 MB of unterminated chunks delay no other request', () => {
  const of = (piece: Buffer) =>
    Buffer.concat(Array.from({ length: Math.floor(1e7 / piece.length) }, () => piece));
  const jpeg = Buffer.of(0xff, 0xd8);
  const hostile = [
    ['image/jpeg', Buffer.concat([jpeg, of(Buffer.of(0xff, 0xe1, 0, 2))]), /more than 20000 pieces/],
    ['image/jpeg', Buffer.concat([jpeg, Buffer.of(0xff, 0xda, 0, 2), of(Buffer.of(0xff, 0))]), /cut off/],
    ['image/jpeg', Buffer.concat([jpeg, Buffer.alloc(1e7, 0xff)]), /cut off/],
    ['image/png', Buffer.concat([drawPng().subarray(0, 33), of(pngChunk('tEXt'))]), /more than 20000 pieces/],
  ] as const;
  for (const [type, bytes, says] of hostile) {
    const ms = processorTimeOf(() => assert.throws(() => removePictureMetadata(bytes, type), says));
    assert.ok(ms < 1_000, `${type} ${String(says)}: ${ms} ms`);
  }
});
