import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { actAsPlatform } from '../../src/access/platform.ts';
import { deleteOrphanFiles } from '../../src/features/forms/files/orphanFiles.ts';
import { THUMBNAIL_QUEUE } from '../../src/features/forms/files/thumbnails.ts';
import { createBackoffRunner, LoopStopped } from '../../src/lib/concurrency/backoffRunner.ts';
import { changeForm, listFormCards } from '../../src/features/forms/forms.ts';
import {
  createLibraryForm,
  listLibraryFormCards,
  importLibraryForm,
} from '../../src/features/forms/library.ts';
import { createLog } from '../../src/lib/log.ts';
import { freshFolderStore } from '../support/fileStores.ts';
import { dataUrl, drawJpeg, drawPng, drawWebp, PDF, pngChunk } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const PATH = '/v1/api-tenant-forms';
const HOUR_MS = 60 * 60_000;
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const log = createLog('silent');
const thumbnail_work = { db: world.db, clock: world.clock, files: world.files, log };
const png = drawPng(1_200, 800);
const pictures: Record<string, Buffer> = {
  'image/png': png,
  'image/jpeg': await drawJpeg(),
  'image/webp': await drawWebp(),
  'application/pdf': PDF,
};
const lossless = await drawWebp({ lossless: true });
const platform = () => world.platform();

async function upload(bytes: Buffer, type = 'image/png') {
  const { status, body, text } = await api.post(PATH, {
    name: 'P',
    template_image_base64: dataUrl(type, bytes),
  });
  assert.equal(status, 201, text);
  return body as { id: string; template_image_url: string; template_mime_type: string };
}

async function cardOf(id: string) {
  const { forms } = await listFormCards(tenant.ctx(), { limit: 100, offset: 0 });
  return forms.find((form) => form.id === id);
}

for (const [type, bytes] of Object.entries(pictures)) {
  test(`201 for ${type} as base64 and as a data URL, served byte for byte`, async () => {
    for (const sent of [
      { template_image_base64: bytes.toString('base64'), template_mime_type: type },
      { template_image_base64: dataUrl(type, bytes) },
    ]) {
      const { status, body, text } = await api.post(PATH, { name: 'P', ...sent });
      assert.equal(status, 201, text);
      assert.equal(body.template_mime_type, type);
      const response = await fetch(body.template_image_url);
      assert.equal(response.headers.get('content-type'), type);
      assert.ok(bytes.equals(Buffer.from(await response.arrayBuffer())));
    }
  });
}

for (const [what, sent] of Object.entries({
  'base64 with line breaks': png.toString('base64').replaceAll(/(.{76})/g, '$1\r\n'),
  'base64 without its padding': png.toString('base64').replaceAll('=', ''),
  'a data URL with parameters': `data:image/png;name=a.png;base64,${png.toString('base64')}`,
})) {
  test(`201 for ${what}`, async () => {
    assert.equal((await api.post(PATH, { name: 'P', template_image_base64: sent })).status, 201);
  });
}

test('201 for the short names of formats, for a lossless WebP, and for a JPEG with more pictures at its end', async () => {
  const jpeg = pictures['image/jpeg'] ?? Buffer.of();
  for (const [sent, bytes, expected] of [
    ['png', png, 'image/png'],
    ['pdf', PDF, 'application/pdf'],
    ['jpg', jpeg, 'image/jpeg'],
    ['webp', lossless, 'image/webp'],
    ['image/jpg', Buffer.concat([jpeg, jpeg]), 'image/jpeg'],
  ] as const) {
    const image = { template_image_base64: bytes.toString('base64'), template_mime_type: sent };
    const { status, body } = await api.post(PATH, { name: 'P', ...image });
    assert.deepEqual([status, body.template_mime_type], [201, expected], sent);
    const { body: stored } = await api.get(`${PATH}?id=${body.id}`);
    assert.equal(stored.template_mime_type, expected);
  }
});

test('200 for a picture with a sandbox policy, nosniff and private caching', async () => {
  const { template_image_url } = await upload(png);
  assert.match(template_image_url, /\/files\/[0-9a-f-]{36}\/[0-9a-f]{48}$/);
  const { headers, status } = await fetch(template_image_url);
  assert.equal(status, 200);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
  assert.match(headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
  assert.equal(headers.get('content-length'), String(png.length));
  const again = await fetch(template_image_url, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
  assert.equal(again.status, 304);
  const { template_image_url: pdf } = await upload(PDF, 'application/pdf');
  assert.equal((await fetch(pdf)).headers.get('content-disposition'), 'attachment');
});

test('404 for a guessed picture URL, and for one combined from two URLs', async () => {
  const other = await world.account();
  const { template_image_url } = await upload(png);
  const [name = ''] = template_image_url.split('/').slice(-1);
  for (const path of [
    `/files/${tenant.account_id}/${'0'.repeat(48)}`,
    `/files/${other.account_id}/${name}`,
    `/files/${tenant.account_id}/..%2f..%2f${name}`,
    `/files/x/${name}`,
    `/files/${tenant.account_id}`,
    `/files/`,
  ]) {
    assert.equal((await fetch(world.url + path)).status, 404, path);
  }
});

test('the worker makes thumbnails of pictures only', async () => {
  await world.db`update forms set thumbnail_due_at = null`;
  const { id } = await upload(png);
  const { id: pdf } = await upload(PDF, 'application/pdf');
  assert.equal((await cardOf(id))?.thumbnail_url, null);
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  const response = await fetch((await cardOf(id))?.thumbnail_url ?? '');
  assert.equal(response.headers.get('content-type'), 'image/webp');
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  assert.deepEqual([width, height, format], [480, 320, 'webp']);
  assert.equal((await cardOf(pdf))?.thumbnail_url, null);
});

test('the worker makes thumbnails of pictures imported from the library, and of no other document', async () => {
  const copies = await Promise.all(
    [dataUrl('image/png', png), dataUrl('application/pdf', PDF)].map(async (template_image_base64) => {
      const { id } = await createLibraryForm(platform(), { name: 'Offered', template_image_base64 });
      return importLibraryForm(tenant.ctx(), id);
    }),
  );
  await world.db`
    update forms set thumbnail_due_at = null where not (id = any(${copies.map(({ id }) => id)}::uuid[]))`;
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  const [picture, document] = await Promise.all(copies.map(({ id }) => cardOf(id)));
  assert.match(picture?.thumbnail_url ?? '', /^http/);
  assert.equal(document?.thumbnail_url, null);
});

test('an undecodable picture gets no thumbnail and is not retried forever', async () => {
  const header = png.subarray(0, 33);
  const { id } = await upload(
    Buffer.concat([header, pngChunk('IDAT', Buffer.from('no pixels')), pngChunk('IEND')]),
  );
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  const [row] = await world.db`select thumbnail_due_at, thumbnail_attempts from forms where id = ${id}`;
  assert.deepEqual({ ...row }, { thumbnail_due_at: null, thumbnail_attempts: 1 });
  assert.equal((await cardOf(id))?.thumbnail_fault, 'picture_broken', 'its owner is told why');

  const body = { template_image_url: 'https://pictures.example.com/pump.png' };
  assert.equal((await api.put(`${PATH}?id=${id}`, body)).status, 200);
  assert.equal((await cardOf(id))?.thumbnail_fault, null, 'another picture has no fault of the former one');
});

test('a failed thumbnail is retried, and the form reports the fault after ten attempts', async () => {
  await world.db`update forms set thumbnail_due_at = null`;
  const { id } = await upload(png);
  const files = { ...world.files, open: async () => Promise.reject(new Error('the bucket is away')) };
  const read = () => cardOf(id);
  await THUMBNAIL_QUEUE.run({ ...thumbnail_work, files });
  assert.equal((await read())?.thumbnail_fault, null);
  await world.db`update forms set thumbnail_attempts = 9, thumbnail_due_at = created_at where id = ${id}`;
  await THUMBNAIL_QUEUE.run({ ...thumbnail_work, files });
  assert.equal((await read())?.thumbnail_fault, 'thumbnail_not_made');
});

test('a thumbnail of a replaced picture is discarded with its file', async () => {
  await world.db`update forms set thumbnail_due_at = null`;
  const { id } = await upload(png);
  const before = await Array.fromAsync(world.files.list('forms'));
  const changing = {
    ...world.files,
    async put(...file: Parameters<typeof world.files.put>) {
      const stored = await world.files.put(...file);
      await world.db`update forms set thumbnail_due_at = ${world.clock.now()} where id = ${id}`;
      return stored;
    },
  };
  const { backoff, stop } = openTurns();
  const files = { ...changing, open: (key: string) => (stop(), world.files.open(key)) };
  await assert.rejects(THUMBNAIL_QUEUE.run({ ...thumbnail_work, files, backoff }), LoopStopped);
  assert.deepEqual(await stored(id), { thumbnail_key: null, is_due: true });
  assert.equal((await Array.fromAsync(world.files.list('forms'))).length, before.length);
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  assert.equal((await stored(id))?.is_due, false, 'control: nothing changed meanwhile');
});

/** Runs of a process that stops after its first item. */
function openTurns() {
  const ending = new AbortController();
  const backoff = createBackoffRunner('test', { clock: world.clock, log, ending: ending.signal });
  return { backoff, stop: () => ending.abort() };
}

async function stored(id: string) {
  const [row] = await world.db<{ thumbnail_key: string | null; is_due: boolean }[]>`
    select thumbnail_key, thumbnail_due_at is not null as is_due
    from forms
    where id = ${id}`;
  return row && { ...row };
}

test('a new picture gets a new thumbnail, and a deleted form removes both', async () => {
  const { id, template_image_url: first_url } = await upload(png);
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  const before = (await cardOf(id))?.thumbnail_url ?? '';
  const template_image_base64 = drawPng(30, 600).toString('base64');
  await changeForm(tenant.ctx(), id, { template_image_base64 });
  assert.equal((await cardOf(id))?.thumbnail_url, null);
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  const card = await cardOf(id);
  assert.notEqual(card?.thumbnail_url, before);
  await api.delete(`${PATH}?id=${id}`);
  for (const url of [first_url, before, card?.thumbnail_url, card?.template_image_url])
    assert.equal((await fetch(url ?? '')).status, 404);
});

test('404 for a picture whose form is deleted during the request, 500 for a lost file', async () => {
  const { id, template_image_url } = await upload(png);
  const open = world.files.open.bind(world.files);
  const statusAround = async (meanwhile: () => Promise<unknown>) => {
    world.files.open = async (key) => {
      await meanwhile();
      await world.files.remove(key);
      return open(key);
    };
    const { status } = await fetch(template_image_url);
    world.files.open = open;
    return status;
  };
  assert.equal(await statusAround(async () => {}), 500);
  assert.equal(await statusAround(() => api.delete(`${PATH}?id=${id}`)), 404);
});

test('a library picture is served while published, and to staff afterwards; copies have their own picture', async () => {
  const input = { name: 'L', template_image_base64: png.toString('base64') };
  const original = await createLibraryForm(platform(), input);
  const copy = await importLibraryForm(tenant.ctx(), original.id);
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  const { forms } = await listLibraryFormCards(tenant.ctx(), { limit: 1, offset: 0 });
  assert.equal((await fetch(forms[0]?.thumbnail_url ?? '')).status, 200);
  assert.notEqual((await cardOf(copy.id))?.thumbnail_url, forms[0]?.thumbnail_url);
  await changeForm(actAsPlatform(platform()), original.id, { is_active: false });
  assert.equal((await fetch(copy.template_image_url)).status, 200);
});

test('an incomplete upload is deleted after an hour', async () => {
  const files = await freshFolderStore();
  const half = Promise.withResolvers<void>();
  async function* arrive() {
    yield png;
    half.resolve();
    await new Promise(() => {});
  }
  void files.put('forms', arrive(), { max_bytes: 1e7 });
  await half.promise;
  const { tools } = world;
  const collect = (now: Date) => deleteOrphanFiles({ ...world.platform(), now, tools: { ...tools, files } });
  assert.equal(await collect(new Date(Date.now() + HOUR_MS / 2)), 0);
  assert.equal(await collect(new Date(Date.now() + 2 * HOUR_MS)), 1);
});

test('files without a form are deleted after an hour, other files are kept', async () => {
  const { template_image_url } = await upload(png);
  await THUMBNAIL_QUEUE.run(thumbnail_work);
  const { key: orphan } = await world.files.put('forms', png, { max_bytes: 1e7 });
  const { key: foreign } = await world.files.put('elsewhere', png, { max_bytes: 1e7 });
  const before = await Array.fromAsync(world.files.list('forms'));

  const soon = new Date();
  assert.equal(await deleteOrphanFiles({ ...world.platform(), now: soon }), 0);
  const later = new Date(Date.now() + 2 * HOUR_MS);
  assert.equal(await deleteOrphanFiles({ ...world.platform(), now: later }), 1);
  assert.equal(await world.files.open(orphan), undefined);
  assert.equal((await Array.fromAsync(world.files.list('forms'))).length, before.length - 1);
  (await world.files.open(foreign))?.content.destroy();
  assert.equal((await fetch(template_image_url)).status, 200);
  const rows = await world.db<Record<string, string | null>[]>`select template_key, thumbnail_key from forms`;
  const kept = new Set((await Array.fromAsync(world.files.list('forms'))).map(({ key }) => key));
  for (const key of rows.flatMap((row) => Object.values(row)))
    assert.ok(key === null || kept.has(key), `${key} is missing`);
});
