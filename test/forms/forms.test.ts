/* Every row of the specification's tables about forms, by status code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAsPlatform } from '../../src/access/platform.ts';
import { changeForm } from '../../src/features/forms/forms.ts';
import { createLibraryForm } from '../../src/features/forms/library.ts';
import { drawJpeg, drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const PATH = '/v1/api-tenant-forms';
const NOBODY = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const URL_OF_IMAGE = 'https://media.example.com/pump.png';
const FIELDS = [
  { z: 1, a: [{ b: null }] },
  { key: 'pressure', label: 'Pressure', type: 'number' },
];
const MEMBERS = [
  'id',
  'name',
  'aliases',
  'category',
  'source',
  'is_active',
  'is_platform_library',
  'imported_from',
  'template_image_url',
  'template_mime_type',
  'field_count',
  'fields',
  'created_at',
  'updated_at',
];

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const api = await tenant.api();
const foreign = await other.api();
const reader = await tenant.api(['read:forms']);
const writer = await tenant.api(['manage:forms']);
const platform = () => world.platform();
const png = drawPng();
const library_form = await createLibraryForm(platform(), {
  name: 'Forklift check',
  aliases: ['Truck check'],
  category: 'Safety',
  fields: FIELDS,
  template_image_base64: png.toString('base64'),
});
const draft = await createLibraryForm(platform(), { name: 'Draft', template_image_url: URL_OF_IMAGE });
await changeForm(actAsPlatform(platform()), draft.id, { is_active: false });

const create = (body: object = {}) =>
  api.post(PATH, { name: 'Pump', template_image_url: URL_OF_IMAGE, ...body });

test('201 for a form with a template URL, with exactly the members of the specification', async () => {
  const given = { name: 'Pump', aliases: ['P'], category: 'Maintenance', fields: FIELDS };
  const { status, body } = await create(given);
  const { id, created_at, updated_at, ...rest } = body;
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), MEMBERS);
  assert.deepEqual(rest, {
    ...given,
    source: 'custom',
    is_active: true,
    is_platform_library: false,
    imported_from: null,
    template_image_url: URL_OF_IMAGE,
    template_mime_type: 'image/png',
    field_count: 2,
  });
  assert.equal(created_at, world.clock.now().toISOString());
  assert.equal(updated_at, created_at);
  assert.equal(JSON.stringify(body.fields), JSON.stringify(FIELDS));
  assert.deepEqual((await api.get(`${PATH}?id=${id}`)).body, body);
});

test('201 for a form with only a name and a picture', async () => {
  const { status, body } = await api.post(PATH, { name: 'P', template_image_base64: png.toString('base64') });
  assert.equal(status, 201);
  assert.deepEqual([body.aliases, body.category, body.fields, body.field_count], [[], null, [], 0]);
  assert.equal(body.template_mime_type, 'image/png');
});

test('201 with type image/png for a URL with any extension, 400 for a JPEG without its type', async () => {
  const { status, body } = await create({ template_image_url: 'https://media.example.com/pump.pdf' });
  assert.deepEqual([status, body.template_mime_type], [201, 'image/png']);
  const jpeg = { name: 'P', template_image_base64: (await drawJpeg()).toString('base64') };
  const refused = await api.post(PATH, jpeg);
  assert.deepEqual([refused.status, refused.body.error], [400, 'BAD_REQUEST']);
  assert.match(
    refused.body.message,
    /^template_image_base64: contains image\/jpeg, but template_mime_type is image\/png/,
  );
  const named = await api.post(PATH, { ...jpeg, template_mime_type: 'image/jpeg' });
  assert.deepEqual([named.status, named.body.template_mime_type], [201, 'image/jpeg'], 'the control');
});

test('201 for an import, which is an independent copy with the picture; two imports create two copies', async () => {
  const body = { action: 'import', template_id: library_form.id };
  const [first, second] = [await api.post(PATH, body), await api.post(PATH, body)];
  assert.equal(first.status, 201);
  assert.deepEqual(Object.keys(first.body), MEMBERS);
  assert.notEqual(first.body.id, second.body.id);
  assert.notEqual(first.body.template_image_url, library_form.template_image_url);
  const { name, aliases, category, fields, source, imported_from, is_platform_library } = first.body;
  assert.deepEqual(
    { name, aliases, category, fields, source, imported_from, is_platform_library },
    {
      name: 'Forklift check',
      aliases: ['Truck check'],
      category: 'Safety',
      fields: FIELDS,
      source: 'library',
      imported_from: library_form.id,
      is_platform_library: false,
    },
  );
  await api.delete(`${PATH}?id=${second.body.id}`);
  const copy = await fetch(first.body.template_image_url);
  assert.ok(png.equals(Buffer.from(await copy.arrayBuffer())));
});

const INVALID: [string, object, RegExp][] = [
  ['no name', { name: undefined }, /^name: required/],
  ['a blank name', { name: ' ' }, /^name: must be/],
  ['neither a URL nor a picture', { template_image_url: undefined }, /one of them is required/],
  [
    'a URL with an unsupported scheme',
    { template_image_url: 'ftp://x/y' },
    /^template_image_url: must be an http/,
  ],
  ['an invalid URL', { template_image_url: 'https:// /' }, /^template_image_url: must be an http/],
  ['aliases that are not a list', { aliases: 'P' }, /^aliases: must be an array/],
  ['aliases that are not texts', { aliases: [1] }, /^aliases\.0: must be/],
  ['fields that are not a list', { fields: {} }, /^fields: must be an array/],
  ['fields that are not objects', { fields: ['a'] }, /^fields\.0: must be an object/],
  ['a category that is not a text', { category: 1 }, /^category: must be/],
  ['an unknown format', { template_mime_type: 'image/gif' }, /^template_mime_type: must be one of/],
  ['an unknown action', { action: 'copy' }, /^action: must be one of import, create/],
  ['an import without template_id', { action: 'import' }, /^template_id: required/],
  ['an import with an invalid template_id', { action: 'import', template_id: 'x' }, /^template_id: must be/],
];
for (const [what, change, message] of INVALID) {
  test(`400 for ${what}`, async () => {
    const { status, body } = await create(change);
    assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
    assert.match(body.message, message);
  });
}

for (const [what, template_id] of [
  ['an unknown library form', NOBODY],
  ['a withdrawn library form', draft.id],
]) {
  test(`404 for an import of ${what}`, async () => {
    const { status, body } = await api.post(PATH, { action: 'import', template_id });
    assert.deepEqual([status, body.error], [404, 'NOT_FOUND']);
  });
}

test("404 for an import of another account's form", async () => {
  const { body } = await foreign.post(PATH, { name: 'F', template_image_url: URL_OF_IMAGE });
  assert.equal((await api.post(PATH, { action: 'import', template_id: body.id })).status, 404);
});

test('200 for a library form by its id, 404 after it is withdrawn', async () => {
  const { status, body } = await reader.get(`${PATH}?id=${library_form.id}`);
  assert.equal(status, 200);
  assert.deepEqual([body.source, body.is_platform_library, body.is_active], ['platform', true, true]);
  await changeForm(actAsPlatform(platform()), library_form.id, { is_active: false });
  assert.equal((await reader.get(`${PATH}?id=${library_form.id}`)).status, 404);
  await changeForm(actAsPlatform(platform()), library_form.id, { is_active: true });
});

test('200 for a change of only the members in the request', async () => {
  const { body: before } = await create({
    category: 'A',
    aliases: ['x'],
    template_mime_type: 'application/pdf',
  });
  world.clock.advance(1_000);
  const { status, body } = await api.put(`${PATH}?id=${before.id}`, { category: null, is_active: false });
  assert.equal(status, 200);
  const updated_at = world.clock.now().toISOString();
  assert.deepEqual(body, { ...before, category: null, is_active: false, updated_at });
  const changes = {
    name: 'N',
    aliases: ['y', 'z'],
    fields: [{ b: 1, a: 2 }],
    template_image_url: 'http://x.example/y',
  };
  const { body: after } = await api.put(`${PATH}?id=${before.id}`, changes);
  assert.deepEqual(after, { ...body, ...changes, field_count: 1 });
});

test('200 for an empty update, and for read-only members, which are ignored', async () => {
  const { body: before } = await create();
  world.clock.advance(1_000);
  const { status, body } = await api.put(`${PATH}?id=${before.id}`, {
    id: NOBODY,
    source: 'platform',
    imported_from: NOBODY,
    template_image_base64: 'junk',
  });
  assert.equal(status, 200);
  assert.deepEqual(body, before);
});

test('200 for a form that is sent back unchanged, which keeps its picture', async () => {
  const { body } = await api.post(PATH, { name: 'P', template_image_base64: png.toString('base64') });
  const { body: after } = await api.put(`${PATH}?id=${body.id}`, { ...body, name: 'Q' });
  assert.equal(after.template_image_url, body.template_image_url);
  assert.equal((await fetch(after.template_image_url)).status, 200);
});

test('404 for a picture that was replaced by a URL', async () => {
  const { body } = await api.post(PATH, { name: 'P', template_image_base64: png.toString('base64') });
  await api.put(`${PATH}?id=${body.id}`, { template_image_url: URL_OF_IMAGE });
  assert.equal((await fetch(body.template_image_url)).status, 404);
});

const WRONG_CHANGES: [string, object][] = [
  ['a null name', { name: null }],
  ['is_active as a text', { is_active: 'false' }],
  ['fields that are numbers', { fields: [1] }],
  ['an invalid URL', { template_image_url: 'pump.png' }],
];
for (const [what, changes] of WRONG_CHANGES) {
  test(`400 for an update with ${what}`, async () => {
    const { body: form } = await create();
    const { status, body } = await api.put(`${PATH}?id=${form.id}`, changes);
    assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
    assert.match(body.message, new RegExp(`^${Object.keys(changes)[0]}`));
  });
}

test('200 for a deletion, which removes the picture', async () => {
  const { body } = await api.post(PATH, { name: 'P', template_image_base64: png.toString('base64') });
  const deleted = await api.delete(`${PATH}?id=${body.id}`);
  assert.deepEqual([deleted.status, deleted.body], [200, { deleted: true, id: body.id }]);
  assert.equal((await api.get(`${PATH}?id=${body.id}`)).status, 404);
  assert.equal((await api.delete(`${PATH}?id=${body.id}`)).status, 404);
  assert.equal((await fetch(body.template_image_url)).status, 404);
});

for (const method of ['PUT', 'DELETE'] as const) {
  test(`400 for ${method} without an id or with an invalid UUID`, async () => {
    for (const query of ['', '?id=', '?id=1']) {
      const { status, body } = await api.call(PATH + query, {
        method,
        ...(method === 'PUT' && { body: {} }),
      });
      assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
      assert.match(body.message, /^id: /);
    }
  });

  test(`404 for ${method} of an unknown form, another account's form or a library form`, async () => {
    const { body: theirs } = await foreign.post(PATH, { name: 'F', template_image_url: URL_OF_IMAGE });
    for (const id of [NOBODY, theirs.id, library_form.id]) {
      const body = method === 'PUT' ? { body: { name: 'Mine' } } : {};
      const answer = await api.call(`${PATH}?id=${id}`, { method, ...body });
      assert.deepEqual([answer.status, answer.body.error], [404, 'NOT_FOUND']);
    }
    assert.equal((await foreign.get(`${PATH}?id=${theirs.id}`)).body.name, 'F');
  });
}

test('400 for a GET with an invalid UUID or a library that is not true or false', async () => {
  for (const query of ['id=1', 'library=maybe', 'limit=0', 'limit=101', 'offset=-1'])
    assert.equal((await api.get(`${PATH}?${query}`)).status, 400, query);
});

test("404 for another account's form", async () => {
  const { body: theirs } = await foreign.post(PATH, { name: 'F', template_image_url: URL_OF_IMAGE });
  const { status, body } = await api.get(`${PATH}?id=${theirs.id}`);
  assert.deepEqual([status, body], [404, { error: 'NOT_FOUND', message: 'Form not found' }]);
});

test('403 INSUFFICIENT_PERMISSIONS for reading with only manage:forms, and for writing with only read:forms', async () => {
  const answers = [
    await writer.get(PATH),
    await writer.get(`${PATH}?library=true`),
    await writer.get(`${PATH}?id=${library_form.id}`),
    await reader.post(PATH, { name: 'P', template_image_url: URL_OF_IMAGE }),
    await reader.post(PATH, { action: 'import', template_id: library_form.id }),
    await reader.put(`${PATH}?id=${NOBODY}`, {}),
    await reader.delete(`${PATH}?id=${NOBODY}`),
  ];
  for (const { status, body } of answers)
    assert.deepEqual([status, body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
});

test('405 for PATCH, with the supported methods', async () => {
  const { status, headers, body } = await api.patch(PATH, {});
  assert.deepEqual([status, headers.get('allow')], [405, 'GET, POST, PUT, DELETE']);
  assert.equal(body.message, 'PATCH is not accepted here, only GET, POST, PUT, DELETE');
});
