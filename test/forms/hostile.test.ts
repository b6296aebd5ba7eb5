import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostilePictures } from '../support/hostilePictures.ts';
import { drawLongPng, drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const PATH = '/v1/api-tenant-forms';
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const pictures = await hostilePictures();

test('there are at least thirty hostile uploads', () => assert.ok(pictures.length >= 30));

for (const { what, body, says } of pictures) {
  test(`400 for ${what}`, async () => {
    const answer = await api.post(PATH, { name: 'Hostile', ...body });
    assert.deepEqual([answer.status, answer.body.error], [400, 'BAD_REQUEST']);
    assert.match(answer.body.message, says);
    assert.match(answer.body.message, /^template_(?:image_base64|mime_type): /);
  });
}

test('rejected uploads leave no form and no file', async () => {
  const { body } = await api.get(PATH);
  assert.deepEqual(body.forms, []);
  assert.deepEqual(await Array.fromAsync(world.files.list('forms')), []);
});

test('201 for a picture of exactly 10 MB, as a control', async () => {
  const template_image_base64 = drawLongPng(10 * 1024 * 1024).toString('base64');
  const { status, body } = await api.post(PATH, { name: 'Large', template_image_base64 });
  assert.equal(status, 201);
  const response = await fetch(body.template_image_url);
  assert.equal((await response.arrayBuffer()).byteLength, 10 * 1024 * 1024);
});

test('201 for pictures of exactly the maximum side length and pixel count', async () => {
  for (const [width, height] of [
    [20_000, 3_200],
    [3_200, 20_000],
    [8_000, 8_000],
  ] as const) {
    const template_image_base64 = drawPng(1, 1, { width, height }).toString('base64');
    const { status } = await api.post(PATH, { name: 'Wide', template_image_base64 });
    assert.equal(status, 201, `${width} × ${height}`);
  }
});
